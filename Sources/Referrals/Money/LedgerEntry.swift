package import FoundationEssentials
package import Values

/// One line of an account's ledger; never changed, only followed by others.
package struct LedgerEntry: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case grant
        case redemption
        /// A redemption given back.
        case refund
        case adjustment
        /// A grant taken back, or as much of it as was there.
        case reversal
        /// One half of what goes from one account to another, by the id that both halves have.
        case transfer
    }

    /// The identity of an entry: (uid, id) is booked once.
    package struct Key: Hashable, Comparable, Sendable {
        package let uid: UserID
        package let id: UUID

        package init(uid: UserID, id: UUID) {
            self.uid = uid
            self.id = id
        }

        package static func < (left: Key, right: Key) -> Bool {
            left.uid == right.uid ? left.id.precedes(right.id) : left.uid < right.uid
        }
    }

    package let id: UUID
    package let account: Account
    /// 1 for an account's first entry, without gaps.
    package let sequence: Int64
    package let kind: Kind
    /// Above 0 for a credit, below 0 for a debit.
    package let amount: Int64
    package let balanceAfter: Int64
    package let rule: RuleName?
    package let subject: UserID?
    /// The user's entry that this one takes back: a reversal's grant, a refund's redemption.
    package let undoes: UUID?
    package let reason: String
    package let createdAt: Timestamp

    package init(
        id: UUID, account: Account, sequence: Int64, kind: Kind, amount: Int64, balanceAfter: Int64,
        rule: RuleName? = nil, subject: UserID? = nil, undoes: UUID? = nil, reason: String,
        createdAt: Timestamp
    ) {
        self.id = id
        self.account = account
        self.sequence = sequence
        self.kind = kind
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.rule = rule
        self.subject = subject
        self.undoes = undoes
        self.reason = reason
        self.createdAt = createdAt
    }

    package var key: Key { Key(uid: account.uid, id: id) }
}

/// A user's money in one currency.
package struct Account: Hashable, Comparable, Sendable {
    package let uid: UserID
    package let currency: Currency

    package init(uid: UserID, currency: Currency) {
        self.uid = uid
        self.currency = currency
    }

    package static func < (left: Account, right: Account) -> Bool {
        left.uid == right.uid ? left.currency < right.currency : left.uid < right.uid
    }
}
