package import Referrals

/// What an account has got from an anonymous player who became it.
package struct Merge: Equatable, Sendable {
    /// The account, as it is now.
    package let user: User
    /// What went over, by currency.
    package let balances: [Balance]
    /// How many the player had referred, who are counted for the account.
    package let players: Int64
}
