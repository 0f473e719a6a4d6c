internal import Referrals

extension Words {
    /// Each setting that becomes another, with its value before and after.
    func changes(from earlier: TrustTerms, to later: TrustTerms) -> [(name: String, cell: Cell)] {
        zip(parts(of: earlier), parts(of: later)).filter { $0.value != $1.value }
            .map { ($0.name, .text("\($0.value) → \($1.value)")) }
    }

    /// All settings, the same in the same order for any.
    func parts(of terms: TrustTerms) -> [(name: String, value: String)] {
        ReferralSource.allCases.map { (self[.source($0)], self[.action(terms.action(for: $0))]) }
            + [(self[.ownProgress], self[.action(terms.userEvents)])]
            + TrustCheck.Kind.allCases.map { (self[.check($0)], text(of: terms.checks[$0])) }
    }

    private func text(of check: TrustCheck?) -> String {
        guard let check else { return self[.checkOff] }
        let numbers = zip(check.kind.numbers, check.numbers).map {
            "\(self[.number($0)]): \(number($1))"
        }
        return ([self[.action(check.action)]] + numbers).joined(separator: ", ")
    }
}

extension Word {
    static func action(_ action: TrustAction) -> Word {
        switch action {
        case .pay: .actionPay
        case .hold: .actionHold
        case .deny: .actionDeny
        }
    }

    static func source(_ source: ReferralSource) -> Word {
        switch source {
        case .claimUnique: .sourceClaimUnique
        case .claimDefault: .sourceClaimDefault
        case .claimWeak: .sourceClaimWeak
        case .code: .sourceCode
        case .unproven: .sourceUnproven
        }
    }

    static func check(_ kind: TrustCheck.Kind) -> Word {
        switch kind {
        case .sameDevice: .checkSameDevice
        case .sameNetwork: .checkSameNetwork
        case .burst: .checkBurst
        case .tooFast: .checkTooFast
        case .sameMailbox: .checkSameMailbox
        case .disposableMail: .checkDisposableMail
        case .ring: .checkRing
        }
    }

    static func number(_ number: TrustCheck.Number) -> Word {
        switch number.name {
        case "hours": .numberHours
        case "minutes": .numberMinutes
        case "seconds": .numberSeconds
        default: .numberAtLeast
        }
    }
}
