internal import EventLoops
package import Postgres

/// Logs what goes wrong inside. The first of a cause is logged at once. Then each cause gets at most a line a
/// second, or a line a minute if it is a warning of the server. The line says how often it was met.
///
/// Shared by all loops of a process: a full disk is one cause for all of them.
package final class TroubleLog: Sendable {
    private struct Trouble {
        let level: LogLine.Level
        var fields: [String: String]
        var toldAt: MonotonicInstant
        /// Since the last line.
        var count = 0

        /// How long after its last line the next one comes.
        var lineMilliseconds: Int { level == .warning ? 60_000 : 1_000 }

        var line: LogLine {
            LogLine(level, "database", fields.merging(["count": "\(count)"]) { _, count in count })
        }
    }

    private let troubles = Locked<[[String: String]: Trouble]>([:])

    package init() {}

    package func report(_ error: PostgresError, to log: (LogLine) -> Void) {
        report(error.logFields, of: error.logCause, as: .error, to: log)
    }

    package func report(_ warning: ServerWarning, to log: (LogLine) -> Void) {
        let cause = ["sqlstate": warning.sqlState, "source": warning.source]
        let fields = cause.merging(["message": warning.message]) { cause, _ in cause }
        let detail = warning.detail.map { ["detail": $0] } ?? [:]
        report(fields.merging(detail) { fields, _ in fields }, of: cause, as: .warning, to: log)
    }

    private func report(
        _ fields: [String: String], of cause: [String: String], as level: LogLine.Level,
        to log: (LogLine) -> Void
    ) {
        let isNew = troubles.withLock { troubles in
            guard troubles[cause] == nil else {
                troubles[cause]?.fields = fields
                troubles[cause]?.count += 1
                return false
            }
            troubles[cause] = Trouble(level: level, fields: fields, toldAt: .now)
            return true
        }
        if isNew { log(Trouble(level: level, fields: fields, toldAt: .now, count: 1).line) }
    }

    /// Tells what came since the last line; to be called about once a second, by whichever loop.
    package func tell(to log: (LogLine) -> Void) {
        for trouble in takeDue() { log(trouble.line) }
    }

    /// Those of which none came since their last line are over.
    private func takeDue() -> [Trouble] {
        troubles.withLock { troubles in
            guard !troubles.isEmpty else { return [] }
            let now = MonotonicInstant.now
            let due = troubles.filter {
                now.milliseconds(since: $0.value.toldAt) >= $0.value.lineMilliseconds
            }
            for (cause, trouble) in due {
                troubles[cause] =
                    trouble.count > 0
                    ? Trouble(level: trouble.level, fields: trouble.fields, toldAt: now) : nil
            }
            return due.values.filter { $0.count > 0 }
        }
    }
}

extension PostgresError {
    /// The identity of a trouble: of the machine's, for any statement; of ours, by its source line.
    fileprivate var logCause: [String: String] {
        if isSystemTrouble, let sqlState { return ["sqlstate": sqlState] }
        return logFields
    }
}
