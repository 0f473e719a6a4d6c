internal import EventLoops
package import Referrals

/// The current rewards of the active rules, for texts that mention them.
package final class OfferAmounts: Sendable {
    private struct State {
        var amounts: [RuleName: Int64]
        var version: Int64 = 0
    }

    private let state: Locked<State>

    package init(_ amounts: [RuleName: Int64] = [:]) {
        state = Locked(State(amounts: amounts))
    }

    /// Another whenever amounts may be others.
    package var version: Int64 { state.withLock(\.version) }

    func replace(_ amounts: [RuleName: Int64], version: Int64) {
        state.withLock { $0 = State(amounts: amounts, version: version) }
    }

    /// `text` with each `{rule}` filled in; nil if it names a rule that isn't active, because an offer must
    /// be paid.
    package func filled(_ text: String) -> String? {
        var filled = text
        for (name, amount) in state.withLock(\.amounts) {
            filled = filled.replacing("{\(name)}", with: String(amount))
        }
        return RuleName.isNamed(in: filled) ? nil : filled
    }
}

extension RuleName {
    /// Whether there is a rule's name in braces.
    fileprivate static func isNamed(in text: String) -> Bool {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().contains { part in
            part.firstIndex(of: "}").map { RuleName(String(part[..<$0])) != nil } ?? false
        }
    }
}
