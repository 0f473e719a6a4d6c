internal import Basics
package import FoundationEssentials
package import Values

/// A requested redemption, refund or adjustment: (uid, id) is booked once.
package struct Posting: Equatable, Sendable {
    /// Long enough for a sentence.
    package static let reasonCharactersMax = 200

    package let id: UUID
    package let account: Account
    package let kind: LedgerEntry.Kind
    /// Below 0 for a redemption.
    package let amount: Int64
    /// A refund's redemption.
    package let undoes: UUID?
    package let reason: String
    /// Takes what there is where that is less.
    package let takesWhatThereIs: Bool

    package init(
        id: UUID, account: Account, kind: LedgerEntry.Kind, amount: Int64, undoes: UUID? = nil,
        reason: String,
        takesWhatThereIs: Bool = false
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.amount = amount
        self.undoes = undoes
        self.reason = reason
        self.takesWhatThereIs = takesWhatThereIs
    }

    package var key: LedgerEntry.Key { LedgerEntry.Key(uid: account.uid, id: id) }

    /// The same, of another user.
    package func of(_ uid: UserID) -> Posting {
        Posting(
            id: id, account: Account(uid: uid, currency: account.currency), kind: kind, amount: amount,
            undoes: undoes, reason: reason, takesWhatThereIs: takesWhatThereIs)
    }

    /// Whether `entry` is this posting, booked earlier.
    ///
    /// - Parameter isErased: whether the reason may be gone.
    package func isSame(as entry: LedgerEntry, isErased: Bool = false) -> Bool {
        entry.id == id && entry.account == account && entry.kind == kind
            && (isErased || entry.reason.isSpelled(as: reason)) && entry.undoes == undoes
            && (entry.amount == amount || takesWhatThereIs && entry.amount > amount && entry.amount < 0)
    }
}
