import FoundationEssentials
import Referrals
import Values

/// Values that tests name by a small number.
enum Sample {
    static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    static let code = ReferralCode("0123456789")!

    static func id(_ number: Int) -> UUID {
        let digits = String(number, radix: 16)
        let tail = String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: "00000000-0000-7000-8000-\(tail)")!
    }

    static func uid(_ number: Int) -> UserID {
        UserID(id(number))
    }

    /// An anonymous player.
    static func player(
        _ number: Int = 1, referredBy referrer: Int? = nil, confidence: MatchConfidence? = nil
    ) -> User {
        User(
            uid: uid(number), referralCode: code,
            referral: Referral(referredBy: referrer.map(uid), matchConfidence: confidence), createdAt: now)
    }

    static func account(_ number: Int = 1) -> Account {
        Account(uid: uid(number), currency: .piecesOfEight)
    }

    static func posting(_ amount: Int64, id number: Int = 1) -> Posting {
        Posting(
            id: id(number), account: account(), kind: amount < 0 ? .redemption : .adjustment, amount: amount,
            reason: "a hat")
    }
}

extension RuleBook {
    func judge(_ player: UserState) -> [Judgement] {
        var grantLimits = GrantLimits()
        return judge(player, at: Sample.now, &grantLimits)
    }

    /// Applies facts one after the other; the last user and every verdict on the way.
    func apply(_ facts: [Fact], to user: User) -> (user: User, verdicts: [Verdict]) {
        var user = user
        var grantLimits = GrantLimits()
        let verdicts = facts.map { fact in
            let verdict = apply(fact, to: user, at: Sample.now, &grantLimits) { UUID() }
            user = verdict.user
            return verdict
        }
        return (user, verdicts)
    }
}
