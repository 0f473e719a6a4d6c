internal import EventLoops
package import Postgres

/// Says what goes wrong inside: at once, then a line a second for each cause, with how often it was met.
///
/// Shared by all loops of a process: a full disk is one cause for all of them.
package final class TroubleLog: Sendable {
    private static let lineMilliseconds = 1_000

    private struct Trouble {
        var fields: [String: String]
        var toldAt: MonotonicInstant
        /// Since the last line.
        var count = 0
    }

    private let troubles = Locked<[[String: String]: Trouble]>([:])

    package init() {}

    package func report(_ error: PostgresError, to log: (LogLine) -> Void) {
        let fields = error.logFields
        let isNew = troubles.withLock { troubles in
            let cause = error.logCause
            guard troubles[cause] == nil else {
                troubles[cause]?.fields = fields
                troubles[cause]?.count += 1
                return false
            }
            troubles[cause] = Trouble(fields: fields, toldAt: .now)
            return true
        }
        if isNew { log(Self.line(fields, count: 1)) }
    }

    /// Tells what came since the last line; to be called about once a second, by whichever loop.
    package func tell(to log: (LogLine) -> Void) {
        for trouble in takeDue() { log(Self.line(trouble.fields, count: trouble.count)) }
    }

    /// Those of which none came for a second are over.
    private func takeDue() -> [Trouble] {
        troubles.withLock { troubles in
            guard !troubles.isEmpty else { return [] }
            let now = MonotonicInstant.now
            let due = troubles.filter {
                now.milliseconds(since: $0.value.toldAt) >= Self.lineMilliseconds
            }
            for (cause, trouble) in due {
                troubles[cause] =
                    trouble.count > 0 ? Trouble(fields: trouble.fields, toldAt: now) : nil
            }
            return due.values.filter { $0.count > 0 }
        }
    }

    private static func line(_ fields: [String: String], count: Int) -> LogLine {
        LogLine(.error, "database", fields.merging(["count": "\(count)"]) { _, count in count })
    }
}

extension PostgresError {
    /// The identity of a trouble: of the machine's, for any statement; of ours, by its source line.
    fileprivate var logCause: [String: String] {
        if isSystemTrouble, let sqlState { return ["sqlstate": sqlState] }
        return logFields
    }
}
