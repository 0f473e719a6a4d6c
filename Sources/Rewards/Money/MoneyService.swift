package import Batching
package import EventLoops
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Balances and the ledger: reading, redeeming, and manual corrections.
package final class MoneyService {
    private let context: RewardsContext
    private let postings: Coalescer<PostingRequest, PostingReply, PostingError>
    private let currencies: CurrencyBook
    private let balanceReads: Coalescer<UserID, [Balance], InfrastructureError>

    package init(_ context: RewardsContext, on loop: isolated EventLoop) throws(EventLoopError) {
        self.context = context
        currencies = context.currencies
        postings = try context.coalescer("postings", on: loop, user: { $0.posting.account.uid }) {
            requests, lockPolicy throws(PostgresError) in
            try await PostingBatch(context: context, now: context.clock.now, lockPolicy: lockPolicy).record(
                requests)
        }
        balanceReads = try context.coalescer("balance_reads", on: loop) { uids, _ throws(PostgresError) in
            let found = try await context.pool.run(FindBalances(Array(Set(uids))))
            let byUser = Dictionary(grouping: found, by: \.account.uid)
            return uids.map { .success((byUser[$0] ?? []).sorted { $0.account < $1.account }) }
        }
    }

    /// All accounts of a user, by currency; none for a user without entries.
    package func balances(of uid: UserID) async throws(InfrastructureError) -> [Balance] {
        try await balanceReads.submit(uid).get()
    }

    /// Books a redemption or an adjustment once; the same id with the same content again gives the same
    /// entry.
    package func post(_ request: PostingRequest) async throws(PostingError) -> PostingReply {
        var request = request
        guard
            request.posting.kind != .adjustment || request.approval != nil
                || !context.approvals.scopes.contains(.adjustments)
        else { throw .needsApproval }
        request.refusal = try await refusal(of: request.posting.account.currency)
        return try await context.resolvingMerge(request.posting.account.uid) { () throws(PostingError) in
            try await postings.submit(request).get()
        }
    }

    /// Whether an adjustment could be booked, apart from the balance.
    func check(_ posting: Posting) async throws(PostingError) {
        if let refusal = try await refusal(of: posting.account.currency) { throw refusal }
        let uid = posting.account.uid
        try await context.resolvingMerge(uid) { () throws(PostingError) in
            let found = try await context.call(PostingError.self) { () throws(PostgresError) in
                try await context.pool.run(FindUsersByID([uid])).first
            }
            guard let found, !found.isMerged else { throw .userNotFound }
        }
    }

    private func refusal(of currency: Currency) async throws(PostingError) -> PostingError? {
        guard !currencies.isSurelyActive(currency) else { return nil }
        return try await context.call(PostingError.self) { () throws(PostgresError) -> PostingError? in
            let active = try await currencies.active()
            return active.contains(currency)
                ? nil : .unknownCurrency(nearest: CurrencyBook.nearest(to: currency, among: active))
        }
    }

    /// A user's balances at a time, by currency; accounts without entries until then are omitted.
    package func balances(of uid: UserID, at time: Timestamp) async throws(InfrastructureError) -> [Balance] {
        try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindBalancesAt(time, of: uid))
        }
    }

    /// Keeps a redemption or gives it back, once.
    package func change(_ change: RedemptionChange) async throws(PostingError) -> PostingReply {
        let result = try await context.call(PostingError.self) { () throws(PostgresError) in
            try await RedemptionTransaction(context: context, now: context.clock.now).run(change)
        }
        return try result.get()
    }

    /// One entry of a user's ledger; nil for none.
    package func entry(_ key: LedgerEntry.Key) async throws(InfrastructureError) -> LedgerEntry? {
        try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindLedgerEntries([key])).first
        }
    }

    /// A page of a user's ledger, newest first.
    package func ledger(
        of uid: UserID, after cursor: LedgerCursor?, limit: Int
    ) async throws(InfrastructureError) -> Page<LedgerEntry, LedgerCursor> {
        let before = cursor?.sequences ?? [:]
        let lists = try await context.call { () throws(PostgresError) in
            let (own, merged) = try await context.pool.run(
                ListLedgerEntries(of: uid, before: before, limit: limit + 1), FindMergedUsers(of: uid))
            var lists = [own]
            for player in merged.map(\.uid) {
                let before = cursor?.merged[player] ?? [:]
                lists.append(
                    try await context.pool.run(
                        ListLedgerEntries(of: player, before: before, limit: limit + 1)))
            }
            return lists
        }
        return Page(lists.newestFirst(limit: limit + 1), limit: limit) { page in
            var next = cursor ?? LedgerCursor(sequences: [:])
            for entry in page { next.note(entry, isOwn: entry.account.uid == uid) }
            return next
        }
    }

    /// A user's ledger in order of time, in one currency or in all, from behind the entry `last` on; nothing
    /// when there is no such entry.
    package func history(
        of uid: UserID, in currency: Currency?, after last: UUID?, isAscending: Bool, limit: Int
    ) async throws(InfrastructureError) -> [LedgerEntry] {
        try await context.call { () throws(PostgresError) in
            guard isAscending else {
                return try await context.pool.run(
                    ListLedgerHistory(of: uid, in: currency, after: last, limit: limit))
            }
            return try await context.pool.run(
                ListLedgerHistoryOldestFirst(of: uid, in: currency, after: last, limit: limit))
        }
    }

    package var queueDepths: [String: Int] {
        ["postings": postings.queueDepth, "balance_reads": balanceReads.queueDepth]
    }

    package func close() {
        postings.close()
        balanceReads.close()
    }
}
