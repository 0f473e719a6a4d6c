internal import EventLoops
internal import Store
internal import Values

/// Says on which rows the service acts. One for all loops of a process.
///
/// Without a ledger key on all. With one, on those that have a genuine MAC; and, until an operator has
/// adopted the rows of before, on those that have none.
package final class CauseGuard: Sendable {
    /// What a row's MAC says.
    enum Verdict {
        case genuine
        /// It has none: it is of before, or was put in by hand.
        case absent
        case forged
    }

    private let keys: LedgerKeys?
    private let log: @Sendable (LogLine) -> Void
    private let state: Locked<(isEnforced: Bool, refused: [Cause.Kind: Int])>

    /// - Parameter isEnforced: whether rows without a MAC are refused; once true it stays so.
    package init(
        keys: LedgerKeys?, isEnforced: Bool = false, log: @escaping @Sendable (LogLine) -> Void = { _ in }
    ) {
        self.keys = keys
        self.log = log
        state = Locked((isEnforced, [:]))
    }

    var isEnforced: Bool { state.withLock { $0.isEnforced } }

    /// How many rows were not acted on, by kind.
    var refused: [Cause.Kind: Int] { state.withLock { $0.refused } }

    func enforce() {
        state.withLock { $0.isEnforced = true }
    }

    /// Nil without a key.
    func mac(of cause: Cause) -> [UInt8]? {
        keys.map { CauseMAC(of: cause, by: $0.current).bytes }
    }

    func verdict(on cause: Cause, _ mac: [UInt8]?) -> Verdict {
        guard let keys else { return .genuine }
        guard let mac else { return .absent }
        return CauseMAC.isGenuine(mac, of: cause, by: keys) ? .genuine : .forged
    }

    func admits(_ verdict: Verdict) -> Bool {
        switch verdict {
        case .genuine: true
        case .absent: !isEnforced
        case .forged: false
        }
    }

    /// Whether the service may act on a row; a refusal is logged and counted.
    func admits(_ cause: Cause, _ mac: [UInt8]?) -> Bool {
        if admits(verdict(on: cause, mac)) { return true }
        report(cause)
        return false
    }

    func report(_ cause: Cause) {
        state.withLock { $0.refused[cause.kind, default: 0] += 1 }
        let fields = [
            "kind": cause.kind.rawValue, "uid": cause.uid?.description ?? "", "id": cause.id.lowercaseText,
        ]
        log(LogLine(.error, "a row that the service did not write was not acted on", fields))
    }
}
