package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Values

/// A ledger entry as stored, valid or not: the input for sealing and verification.
package struct StoredEntry: Equatable, Sendable {
    package var uid: UUID
    package var id: UUID
    package var currency: String
    package var sequence: Int64
    package var kind: String
    package var amount: Int64
    package var balanceAfter: Int64
    package var rule: String?
    package var subject: UUID?
    package var reason: String
    package var createdAtMicroseconds: Int64
    /// The entry that it takes back.
    package var undoes: UUID?
    package var seal: [UInt8]?
    /// The key's word that the reason was erased.
    package var redaction: [UInt8]?
    /// Its reward: the grant's, or the reversed one.
    package var cause: StoredReward?

    package init(
        uid: UUID, id: UUID, currency: String, sequence: Int64, kind: String, amount: Int64,
        balanceAfter: Int64, rule: String?, subject: UUID?, reason: String, createdAtMicroseconds: Int64,
        undoes: UUID? = nil, seal: [UInt8]? = nil, redaction: [UInt8]? = nil, cause: StoredReward? = nil
    ) {
        self.uid = uid
        self.id = id
        self.currency = currency
        self.sequence = sequence
        self.kind = kind
        self.amount = amount
        self.balanceAfter = balanceAfter
        self.rule = rule
        self.subject = subject
        self.reason = reason
        self.createdAtMicroseconds = createdAtMicroseconds
        self.undoes = undoes
        self.seal = seal
        self.redaction = redaction
        self.cause = cause
    }

    /// As it is about to be written.
    package init(_ entry: LedgerEntry, for reward: Reward? = nil) {
        self.init(
            uid: entry.account.uid.uuid, id: entry.id, currency: entry.account.currency.description,
            sequence: entry.sequence, kind: entry.kind.rawValue, amount: entry.amount,
            balanceAfter: entry.balanceAfter, rule: entry.rule?.description, subject: entry.subject?.uuid,
            reason: entry.reason, createdAtMicroseconds: entry.createdAt.microsecondsSince1970,
            undoes: entry.undoes, cause: reward.map(StoredReward.init))
    }
}

/// The reward of an entry, as stored. Its status is not part of the cause.
package struct StoredReward: Equatable, Sendable {
    package var id: UUID
    package var role: String
    package var currency: String
    package var amount: Int64
    package var status: String
    package var reason: String
    package var grantedAtMicroseconds: Int64
    package var unrecovered: Int64

    package init(
        id: UUID, role: String, currency: String, amount: Int64, status: String, reason: String,
        grantedAtMicroseconds: Int64, unrecovered: Int64
    ) {
        self.id = id
        self.role = role
        self.currency = currency
        self.amount = amount
        self.status = status
        self.reason = reason
        self.grantedAtMicroseconds = grantedAtMicroseconds
        self.unrecovered = unrecovered
    }

    init(_ reward: Reward) {
        self.init(
            id: reward.id, role: reward.role.rawValue, currency: reward.currency.description,
            amount: reward.amount, status: reward.status.rawValue, reason: reward.reason,
            grantedAtMicroseconds: reward.grantedAt.microsecondsSince1970, unrecovered: reward.unrecovered)
    }
}

/// Which columns entries are read from, with the rewards that they name.
enum EntryRow {
    static let columns = """
        e.uid, e.id, e.currency, e.sequence, e.kind, e.amount, e.balance_after, e.rule, e.subject, e.reason, \
        e.created_at, e.undoes, e.seal, e.redaction, r.id, r.role, r.currency, r.amount, r.status, r.reason, \
        r.granted_at, r.unrecovered
        """
    static let joinedRewards = """
        LEFT JOIN rewards AS r ON r.uid = e.uid AND r.subject = e.subject AND r.rule = e.rule \
        AND r.currency = e.currency AND e.kind IN ('grant', 'reversal')
        """
}

extension RowReader {
    mutating func readStoredEntry() throws(PostgresError) -> StoredEntry {
        StoredEntry(
            uid: try read(), id: try read(), currency: try read(), sequence: try read(), kind: try read(),
            amount: try read(), balanceAfter: try read(), rule: try read(), subject: try read(),
            reason: try read(), createdAtMicroseconds: try readTimestamp().microsecondsSince1970,
            undoes: try read(), seal: try read(), redaction: try read(), cause: try readStoredReward())
    }

    private mutating func readStoredReward() throws(PostgresError) -> StoredReward? {
        let id: UUID? = try read()
        let role: String? = try read()
        let currency: String? = try read()
        let amount: Int64? = try read()
        let status: String? = try read()
        let reason: String? = try read()
        let grantedAt = try readOptionalTimestamp()
        let unrecovered: Int64? = try read()
        guard let id, let role, let currency, let amount, let status, let reason, let grantedAt,
            let unrecovered
        else { return nil }
        return StoredReward(
            id: id, role: role, currency: currency, amount: amount, status: status, reason: reason,
            grantedAtMicroseconds: grantedAt.microsecondsSince1970, unrecovered: unrecovered)
    }
}
