internal import Referrals

/// How users leave.
package struct DeletionConfiguration: Sendable {
    package static let daysDefault = 7

    /// How long an account's wish can be taken back by signing in.
    package var days: Int
    /// Nil keeps none.
    package var list: ErasureList?

    package init(days: Int = daysDefault, list: ErasureList? = nil) {
        self.days = days
        self.list = list
    }

    /// The same in seconds. With 0 days an account still has as long as the mail that tells of it can undo
    /// that: one that is deleted at once would be a thief's weapon.
    var accountSeconds: Int64 {
        days == 0 ? MailPurpose.undo.lifetimeSeconds : Int64(days) * 86_400
    }
}
