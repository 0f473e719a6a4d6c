internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// A posting and who asked for it.
package struct PostingRequest: Equatable, Sendable {
    package let posting: Posting
    /// The key that asked, for the audit; nil for the app's own server.
    package let auditActor: String?
    /// How long a redemption waits to be captured; nil for one that needn't be.
    package let reservedMinutes: Int32?
    /// Of the pending change that it is.
    let approval: Approval?
    /// Why it may not be booked, unless it is already.
    var refusal: PostingError?

    package init(
        _ posting: Posting, auditActor: String? = nil, reservedMinutes: Int32? = nil,
        approval: Approval? = nil
    ) {
        self.posting = posting
        self.auditActor = auditActor
        self.reservedMinutes = reservedMinutes
        self.approval = approval
    }
}

package struct PostingReply: Equatable, Sendable {
    package let entry: LedgerEntry
    /// All of the user's accounts, as they stand after the batch.
    package let balances: [Balance]
    package let isReplayed: Bool
    /// Of a redemption that was reserved.
    package var reservation: Reservation?
}

/// Books redemptions and adjustments: lock and read the accounts, decide in order, write.
struct PostingBatch {
    typealias StepResult = Result<PostingReply, PostingError>

    let context: RewardsContext
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    /// The accounts are always locked: whether there is enough for a redemption must not change.
    func record(_ requests: [PostingRequest]) async throws(PostgresError) -> [StepResult] {
        try await context.booking { _ throws(PostgresError) in
            var opened: [Account] = []
            while true {
                switch try await attempt(requests, opening: opened) {
                case .booked(let results): return results
                case .mustOpen(let accounts): opened = accounts
                }
            }
        }
    }

    private enum Attempt {
        case booked([StepResult])
        /// Nothing was written; these accounts must be opened first, all at once. See `OpenBalances`.
        case mustOpen([Account])
    }

    /// - Parameter opened: if there are any, no others must be.
    private func attempt(
        _ requests: [PostingRequest], opening opened: [Account]
    ) async throws(PostgresError) -> Attempt {
        let postings = requests.map(\.posting)
        let uids = Array(Set(postings.map(\.account.uid)))
        return try await context.pool.transaction(patience: lockPolicy.transaction) {
            transaction throws(PostgresError) in
            transaction.order(uids)
            if !opened.isEmpty { transaction.prepend([OpenBalances(opened)]) }
            var (locked, accounts, entries, users) = try await transaction.send(
                LockBalances(Array(Set(postings.map(\.account)))), FindLedgerAccounts(uids),
                FindLedgerEntries(Array(Set(postings.map(\.key)))), FindUsersByID(uids))
            entries += try await entriesOfFormer(users, postings, in: transaction)
            // Only of repeats it is asked whether they were reserved.
            let repeated = entries.filter { $0.kind == .redemption }.map(\.key)
            let kept = repeated.isEmpty ? [] : try await transaction.send(FindReservations(repeated))
            var books = Books(
                accounts, entries: entries, reservations: kept.map(\.reservation),
                users: users, key: context.ledgerKey)
            let approvals = requests.compactMap(\.approval)
            let waiting =
                approvals.isEmpty ? [] : try await transaction.send(LockWaitingChanges(approvals.map(\.id)))
            let booked = requests.map { request in
                if let approval = request.approval, !waiting.contains(approval.id) {
                    return Books.Booked.failure(.alreadyDecided)
                }
                return books.book(request, at: now)
            }
            let unopened = opened.isEmpty ? books.booking.unopened(locked: locked) : []
            guard unopened.isEmpty else { return .mustOpen(unopened) }
            try await transaction.commit(
                writes(of: books, auditEntries(requests, booked)) + decided(requests, booked))
            return .booked(
                zip(requests, booked).map { request, booked in
                    booked.map { books.reply(to: request.posting, $0.0, isReplayed: $0.isReplayed) }
                })
        }
    }

    /// Entries that were booked by the postings' ids for players merged into their users: read only where
    /// there are such players.
    private func entriesOfFormer(
        _ users: [User], _ postings: [Posting], in transaction: Transaction
    ) async throws(PostgresError) -> [LedgerEntry] {
        let former = users.filter { !$0.former.isEmpty }
        guard !former.isEmpty else { return [] }
        let keys = former.flatMap { user in
            postings.filter { $0.account.uid == user.uid }.flatMap { $0.keys(ofFormer: user) }
        }
        return try await transaction.send(FindLedgerEntries(Array(Set(keys))))
    }

    private func writes(of books: Books, _ audit: [AuditEntry]) -> [any Statement] {
        var writes: [any Statement] = books.booking.statements
        if !books.reserved.isEmpty {
            writes.append(
                InsertReservations(books.reserved) { context.causes.mac(of: .reservation($0)) })
        }
        if !audit.isEmpty { writes.append(InsertAuditEntries(audit, by: context.ledgerKey)) }
        return writes + context.changes.statements { $0.add(books.booking.changes) }
    }

    private func decided(_ requests: [PostingRequest], _ booked: [Books.Booked]) -> [any Statement] {
        let approvals = zip(requests, booked).compactMap { request, booked -> Approval? in
            if case .success = booked { request.approval } else { nil }
        }
        return approvals.isEmpty ? [] : [DecidePendingChanges(approvals, as: .approved, at: now)]
    }

    private func auditEntries(_ requests: [PostingRequest], _ booked: [Books.Booked]) -> [AuditEntry] {
        zip(requests, booked).compactMap { request, booked in
            guard let actor = request.auditActor, case .success((let entry, false)) = booked else {
                return nil
            }
            return AuditEntry(bookedBy: actor, entry, id: context.makeID(), at: now)
        }
    }
}

extension AuditEntry {
    /// Of an entry that an operator had booked, with the balance before and after it.
    init(bookedBy actor: String, _ entry: LedgerEntry, id: UUID, at now: Timestamp) {
        self.init(
            id: id, actor: actor, action: "ledger.\(entry.kind.rawValue)", uid: entry.account.uid,
            detail: "\(entry.amount) \(entry.account.currency): \(entry.reason)", createdAt: now,
            before: AuditText.balance(entry.balanceAfter - entry.amount),
            after: AuditText.balance(entry.balanceAfter))
    }
}

/// The accounts and entries that a batch of postings touches.
private struct Books {
    typealias Booked = Result<(LedgerEntry, isReplayed: Bool), PostingError>

    private var entries: [LedgerEntry.Key: LedgerEntry]
    private var reservations: [LedgerEntry.Key: Reservation]
    private let users: [UserID: User]
    private(set) var booking: LedgerBooking
    /// Those that are new.
    private(set) var reserved: [Reservation] = []

    init(
        _ accounts: [LedgerAccount], entries: [LedgerEntry], reservations: [Reservation], users: [User],
        key: LedgerKey?
    ) {
        booking = LedgerBooking(on: accounts, sealedBy: key)
        self.entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0) })
        self.reservations = Dictionary(uniqueKeysWithValues: reservations.map { ($0.key, $0) })
        self.users = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
    }

    /// The entry of this id: the user's, or that of a player merged into it.
    private func entry(of posting: Posting, _ user: User) -> LedgerEntry? {
        entries[posting.key] ?? posting.keys(ofFormer: user).lazy.compactMap { entries[$0] }.first
    }

    mutating func book(_ request: PostingRequest, at now: Timestamp) -> Booked {
        let posting = request.posting
        guard let user = users[posting.account.uid] else { return .failure(.userNotFound) }
        // Before anything is said of the user: what was done once is answered.
        if let entry = entry(of: posting, user) {
            let isSame =
                posting.of(entry.account.uid).isSame(as: entry, isErased: user.isErased)
                && reservations[entry.key]?.minutes == request.reservedMinutes
            return isSame ? .success((entry, true)) : .failure(.postingIDReused)
        }
        // The user is gone and can't spend it, but an erased user's books can still be corrected.
        if user.isMerged || user.isErased && posting.kind == .redemption { return .failure(.userNotFound) }
        if let refusal = request.refusal { return .failure(refusal) }
        do throws(PostingRefusal) {
            let entry = try booking.post(posting, at: now)
            entries[posting.key] = entry
            if let minutes = request.reservedMinutes {
                let reservation = Reservation(of: entry, minutes: minutes)
                reservations[posting.key] = reservation
                reserved.append(reservation)
            }
            return .success((entry, false))
        } catch {
            switch error {
            case .insufficientBalance(let amount): return .failure(.insufficientBalance(balance: amount))
            case .balanceTooLarge: return .failure(.balanceTooLarge)
            }
        }
    }

    func reply(to posting: Posting, _ entry: LedgerEntry, isReplayed: Bool) -> PostingReply {
        let balances = booking.balances.filter { $0.account.uid == posting.account.uid }
        return PostingReply(
            entry: entry, balances: balances.sorted { $0.account < $1.account }, isReplayed: isReplayed,
            reservation: reservations[entry.key])
    }
}

extension Posting {
    /// The keys that its entry would have if it was booked for a player before that was merged into the user.
    fileprivate func keys(ofFormer user: User) -> [LedgerEntry.Key] {
        user.former.map { LedgerEntry.Key(uid: $0, id: id) }
    }
}
