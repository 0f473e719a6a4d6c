package import Values

/// The effects of merging an anonymous player into an account on referrals and decisions.
package struct Merger: Equatable, Sendable {
    /// How long after its sign-up an account without a referrer may get the player's.
    package static let windowSeconds: Int64 = 24 * 3600

    package let player: User
    /// The account's referrer from now on.
    package let referral: Referral
    /// Whether that is who referred the player.
    package let takesReferral: Bool
    /// The player's referees who are, step by step, the account's referrers: the account can't be their
    /// referrer.
    package let closingLink: UserID?

    /// - Parameters:
    ///   - referrers: who referred the account, who referred that one, and so on.
    ///   - playersReferrers: the same of the player; nil where there are too many to look at.
    package init(
        _ player: User, into account: User, referrers: [UserID], playersReferrers: [UserID]?,
        at now: Timestamp
    ) {
        self.player = player
        var referral = account.referral
        if referral.referredBy == player.uid {
            referral = Referral(rejection: .selfReferral, rejectedName: player.uid.description)
        }
        let isOpen = account.signedUpAt.map { now < $0.adding(seconds: Self.windowSeconds) } ?? false
        let leadsBack = playersReferrers?.contains { $0 == account.uid || $0 == player.uid } ?? true
        let isAsked = isOpen && referral.referredBy == nil && player.referral.referredBy != nil
        takesReferral = isAsked && !leadsBack
        if isAsked, leadsBack, let referrer = player.referral.referredBy, referrer != account.uid {
            referral = Referral(rejection: .ring, rejectedName: referrer.description)
        }
        self.referral = takesReferral ? player.referral : referral
        closingLink = referrers.firstIndex(of: player.uid).flatMap { $0 > 0 ? referrers[$0 - 1] : nil }
    }

    /// The account with who referred it and what is decided for good, before the player's facts are folded
    /// in.
    ///
    /// A reward of a rule for the player counts as made for the account. A denial was about the player's
    /// referrer. And a sign-up counts once.
    package func taken(by account: User, in rules: RuleBook) -> User {
        var account = account
        account.referral = referral
        for (rule, outcome) in player.memory where account.memory[rule] == nil {
            if outcome != .denied || takesReferral { account.memory[rule] = outcome }
        }
        guard takesReferral else { return account }
        for rule in rules.rules where rule.isForSigningUp && account.memory[rule.name] == nil {
            account.memory[rule.name] = .denied
        }
        return account
    }
}

extension CompiledRule {
    /// Whether it asks for nothing that a player does later.
    fileprivate var isForSigningUp: Bool {
        restsOn.isEmpty && rule.terms.when.contains(.signedUp)
    }
}
