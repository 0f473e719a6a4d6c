internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// A posting and who asked for it.
package struct PostingRequest: Equatable, Sendable {
    package let posting: Posting
    /// The key that asked, for the audit; nil for the app's own server.
    package let auditActor: String?

    package init(_ posting: Posting, auditActor: String? = nil) {
        self.posting = posting
        self.auditActor = auditActor
    }
}

package struct PostingReply: Equatable, Sendable {
    package let entry: LedgerEntry
    /// All of the user's accounts, as they stand after the batch.
    package let balances: [Balance]
    package let isReplayed: Bool
}

/// Books redemptions and adjustments: lock and read the accounts, decide in order, write.
struct PostingBatch {
    typealias Outcome = Result<PostingReply, PostingError>

    let context: ServiceContext
    let now: Timestamp
    var patience = BatchPatience.usual

    /// The accounts are always locked: whether there is enough for a redemption must not change.
    func record(_ requests: [PostingRequest]) async throws(PostgresError) -> [Outcome] {
        try await context.booking { _ throws(PostgresError) in try await attempt(requests) }
    }

    private func attempt(_ requests: [PostingRequest]) async throws(PostgresError) -> [Outcome] {
        let postings = requests.map(\.posting)
        let uids = Array(Set(postings.map(\.account.uid)))
        return try await context.pool.transaction(patience: patience.transaction) {
            transaction throws(PostgresError) in
            transaction.order(uids)
            let (_, accounts, entries, users) = try await transaction.send(
                LockBalances(Array(Set(postings.map(\.account)))), FindLedgerAccounts(uids),
                FindLedgerEntries(Array(Set(postings.map(\.key)))), FindUsersByID(uids))
            var books = Books(
                accounts, entries: entries, uids: Set(users.map(\.uid)), key: context.ledgerKey)
            let booked = postings.map { books.book($0, at: now) }
            _ = try await transaction.commit(
                SetBalances(books.changed), books.added.statement,
                InsertAuditEntries(auditEntries(requests, booked)))
            return booked.map { $0.map { entry, isReplayed in books.reply(entry, isReplayed: isReplayed) } }
        }
    }

    private func auditEntries(_ requests: [PostingRequest], _ booked: [Books.Booked]) -> [AuditEntry] {
        zip(requests, booked).compactMap { request, booked in
            guard let actor = request.auditActor, case .success((let entry, false)) = booked else {
                return nil
            }
            return AuditEntry(
                id: context.makeID(), actor: actor, action: "ledger.\(entry.kind.rawValue)",
                uid: entry.account.uid, detail: "\(entry.amount) \(entry.account.currency): \(entry.reason)",
                createdAt: now)
        }
    }
}

/// The accounts and entries that a batch of postings touches.
private struct Books {
    typealias Booked = Result<(LedgerEntry, isReplayed: Bool), PostingError>

    private var accounts: [Account: LedgerAccount]
    private var entries: [LedgerEntry.Key: LedgerEntry]
    private let uids: Set<UserID>
    private(set) var added: ChainWriter

    init(_ accounts: [LedgerAccount], entries: [LedgerEntry], uids: Set<UserID>, key: LedgerKey?) {
        self.accounts = Dictionary(uniqueKeysWithValues: accounts.map { ($0.balance.account, $0) })
        added = ChainWriter(key: key)
        self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0) })
        self.uids = uids
    }

    var changed: [LedgerAccount] {
        Set(added.entries.map(\.account)).compactMap { accounts[$0] }
    }

    mutating func book(_ posting: Posting, at now: Timestamp) -> Booked {
        guard uids.contains(posting.account.uid) else { return .failure(.userNotFound) }
        if let entry = entries[posting.key] {
            return posting.isSame(as: entry) ? .success((entry, true)) : .failure(.postingIDReused)
        }
        var account = accounts[posting.account] ?? LedgerAccount(unused: posting.account)
        do throws(PostingRefusal) {
            let entry = try account.balance.post(posting, at: now)
            added.add(entry, to: &account.head)
            accounts[posting.account] = account
            entries[posting.key] = entry
            return .success((entry, false))
        } catch {
            switch error {
            case .insufficientBalance(let amount): return .failure(.insufficientBalance(balance: amount))
            case .balanceTooLarge: return .failure(.balanceTooLarge)
            }
        }
    }

    func reply(_ entry: LedgerEntry, isReplayed: Bool) -> PostingReply {
        let balances = accounts.values.map(\.balance).filter { $0.account.uid == entry.account.uid }
        return PostingReply(
            entry: entry, balances: balances.sorted { $0.account < $1.account }, isReplayed: isReplayed)
    }
}
