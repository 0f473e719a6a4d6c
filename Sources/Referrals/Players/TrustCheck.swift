/// Something that is looked at when a reward is about to be made, and what becomes of the reward then.
package struct TrustCheck: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case sameDevice = "same_device"
        case sameNetwork = "same_network"
        case burst
        case tooFast = "too_fast"
        case sameMailbox = "same_mailbox"
        case disposableMail = "disposable_mail"
        case ring
    }

    /// A number that a check goes by.
    package struct Number: Sendable {
        package let name: String
        package let range: ClosedRange<Int64>
    }

    package let kind: Kind
    package let action: TrustAction
    /// In the order of `kind.numbers`.
    package let numbers: [Int64]

    package init(_ kind: Kind, _ action: TrustAction, _ numbers: [Int64] = []) {
        self.kind = kind
        self.action = action
        self.numbers = numbers
    }

    package var isWellFormed: Bool {
        numbers.count == kind.numbers.count && zip(numbers, kind.numbers).allSatisfy { $1.range.contains($0) }
    }
}

extension TrustCheck.Kind {
    package var numbers: [TrustCheck.Number] {
        let atLeast = TrustCheck.Number(name: "at_least", range: 1...100_000)
        return switch self {
        case .sameDevice: [atLeast]
        case .sameNetwork: [atLeast, TrustCheck.Number(name: "hours", range: 1...720)]
        case .burst: [atLeast, TrustCheck.Number(name: "minutes", range: 1...10_080)]
        case .tooFast: [TrustCheck.Number(name: "seconds", range: 1...2_592_000)]
        case .sameMailbox, .disposableMail, .ring: []
        }
    }

    /// Whether it goes by what is kept of sign-ups; else the player itself tells.
    var looksAtSignUps: Bool {
        switch self {
        case .sameDevice, .sameNetwork, .burst, .sameMailbox, .ring: true
        case .tooFast, .disposableMail: false
        }
    }
}

extension TrustCheck {
    /// For people, such as `hold, at_least 6, hours 24`.
    var words: String {
        ([action.rawValue] + zip(kind.numbers, numbers).map { "\($0.name) \($1)" }).joined(separator: ", ")
    }
}
