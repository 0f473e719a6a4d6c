internal import CLibpq

/// A warning of the server (PostgreSQL documentation, 55.8 "Error and Notice Message Fields").
package struct ServerWarning: Hashable, Sendable {
    /// Five characters; 01000 for warnings without a code of their own.
    package let sqlState: String
    package let message: String
    /// The server's function that raised it, which no translation of messages changes.
    package let source: String
    package let detail: String?

    /// Whether a commit stopped waiting for its synchronous standbys: it holds on this server, but they may
    /// lack it. PostgreSQL reports that as a success.
    package var endsWaitForStandbys: Bool { source == "SyncRepWaitForLSN" }
}

extension ServerWarning {
    /// - Parameter result: a notice of any severity; nil unless it is a warning.
    fileprivate init?(_ result: OpaquePointer) {
        func field(_ field: ErrorField) -> String? {
            PQresultErrorField(result, field.code).map { String(cString: $0) }
        }
        guard field(.severity) == "WARNING" else { return nil }
        sqlState = field(.sqlState) ?? ""
        message = field(.message) ?? ""
        source = field(.function) ?? ""
        detail = field(.detail)
    }
}

/// The unread warnings of one connection. libpq would write them to standard error.
final class WarningInbox {
    /// A statement can raise one for each row.
    private static let countMax = 16

    private var warnings: [ServerWarning] = []

    /// - Parameter handle: of a connection that ends before the inbox.
    func listen(to handle: OpaquePointer) {
        let receiver: PQnoticeReceiver = { inbox, result in
            guard let inbox, let result else { return }
            Unmanaged<WarningInbox>.fromOpaque(inbox).takeUnretainedValue().add(result)
        }
        PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns them and keeps none.
    func takeAll() -> [ServerWarning] {
        if warnings.isEmpty { return [] }
        defer { warnings = [] }
        return warnings
    }

    private func add(_ result: OpaquePointer) {
        guard let warning = ServerWarning(result) else { return }
        if warnings.count < Self.countMax || warning.endsWaitForStandbys { warnings.append(warning) }
    }
}
