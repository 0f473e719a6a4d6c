package import Batching
internal import EventLoops
internal import Store
internal import Values

/// Decides whether the service acts on a row. All loops of a process share one.
///
/// Without a ledger key it admits all rows. With a key it admits rows with a genuine MAC and, until an
/// operator has adopted the existing rows, rows without a MAC.
package final class CauseGuard: Sendable {
    /// The result of checking a row's MAC.
    package enum Verdict {
        case genuine
        /// The row has no MAC: it is older than MACs, or was inserted manually.
        case absent
        case forged
    }

    private let keys: LedgerKeys?
    private let log: @Sendable (LogLine) -> Void
    private let state: Locked<(isEnforced: Bool, refused: [Cause.Kind: Int])>

    /// - Parameter isEnforced: whether rows without a MAC are refused; it never becomes false again.
    package init(
        keys: LedgerKeys?, isEnforced: Bool = false, log: @escaping @Sendable (LogLine) -> Void = { _ in }
    ) {
        self.keys = keys
        self.log = log
        state = Locked((isEnforced, [:]))
    }

    package var isEnforced: Bool { state.withLock { $0.isEnforced } }

    /// How many rows were refused, by kind.
    package var refused: [Cause.Kind: Int] { state.withLock { $0.refused } }

    package func enforce() {
        state.withLock { $0.isEnforced = true }
    }

    /// Nil without a key.
    package func mac(of cause: Cause) -> [UInt8]? {
        keys.map { CauseMAC(of: cause, by: $0.current).bytes }
    }

    package func verdict(on cause: Cause, _ mac: [UInt8]?) -> Verdict {
        guard let keys else { return .genuine }
        guard let mac else { return .absent }
        return CauseMAC.isGenuine(mac, of: cause, by: keys) ? .genuine : .forged
    }

    package func admits(_ verdict: Verdict) -> Bool {
        switch verdict {
        case .genuine: true
        case .absent: !isEnforced
        case .forged: false
        }
    }

    /// Whether the service may act on a row; a refusal is logged and counted.
    package func admits(_ cause: Cause, _ mac: [UInt8]?) -> Bool {
        if admits(verdict(on: cause, mac)) { return true }
        report(cause)
        return false
    }

    package func report(_ cause: Cause) {
        state.withLock { $0.refused[cause.kind, default: 0] += 1 }
        let fields = [
            "kind": cause.kind.rawValue, "uid": cause.uid?.description ?? "", "id": cause.id.lowercaseText,
        ]
        log(LogLine(.error, "ignored a row that the service did not write", fields))
    }
}
