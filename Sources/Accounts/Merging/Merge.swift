package import Referrals

/// The result of merging an anonymous player into an account.
package struct Merge: Equatable, Sendable {
    /// The account, as it is now.
    package let user: User
    /// The transferred balances, by currency.
    package let balances: [Balance]
    /// How many the player had referred, who are counted for the account.
    package let players: Int64
}
