package import Values

/// An anonymous player who becomes an account that is there: what that makes of who referred whom, and of
/// what was decided.
package struct Merger: Equatable, Sendable {
    /// How long after its sign-up an account that nobody referred may get the player's referrer.
    package static let windowSeconds: Int64 = 24 * 3600

    package let player: User
    /// Who referred the account from now on.
    package let referral: Referral
    /// Whether that is who referred the player.
    package let takesReferral: Bool
    /// Whom the player referred and who, step by step, referred the account: the account can't be its
    /// referrer, too.
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
        takesReferral =
            isOpen && referral.referredBy == nil && player.referral.referredBy != nil && !leadsBack
        self.referral = takesReferral ? player.referral : referral
        closingLink = referrers.firstIndex(of: player.uid).flatMap { $0 > 0 ? referrers[$0 - 1] : nil }
    }

    /// The account with who referred it and what is decided for good, before the player's facts are folded
    /// in.
    ///
    /// A rule that has made a reward for the player has done so for the account; one that denied it spoke of
    /// the player's referrer. And nobody signs up twice.
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
