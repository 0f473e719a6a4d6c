package import Batching
package import Ledger
package import Links
internal import Postgres
package import Referrals
package import Rewards
internal import Store
package import Values

/// Reports on referrals, events, decisions and the whole, for users and administrators.
package final class ReportService {
    /// How long a count over everything may take.
    private static let longReadMilliseconds = 25_000

    private let context: RewardsContext
    private var isReadingLong = false
    private let statisticsReading = SharedReading<Statistics, InfrastructureError>()
    private let ledgerReading = SharedReading<LedgerCheck, InfrastructureError>()

    package init(_ context: RewardsContext) {
        self.context = context
    }

    package struct Referee: Equatable, Sendable {
        package let user: User
        /// The referrer was paid for this one.
        package let isRewarded: Bool
    }

    package func referralCounts(of uid: UserID) async throws(InfrastructureError) -> ReferralCounts {
        try await context.call { () throws(PostgresError) in
            try await ReferralCounting(pool: context.pool).counts(of: uid)
        }
    }

    /// A page of a user's referrals, newest first.
    package func referees(
        of uid: UserID, after cursor: UserID?, limit: Int
    ) async throws(InfrastructureError) -> Page<Referee, UserID> {
        let (users, merged) = try await context.call { () throws(PostgresError) in
            try await context.pool.run(
                ListReferees(of: uid, before: cursor, limit: limit + 1), FindMergedUsers(of: uid))
        }
        let rewarded = try await context.call { () throws(PostgresError) in
            try await context.pool.run(
                FindRewardedReferees(of: uid, with: merged.map(\.uid), among: users.map(\.uid)))
        }
        let paid = Set(rewarded)
        let referees = users.map { Referee(user: $0, isRewarded: paid.contains($0.uid)) }
        return Page(referees, limit: limit) { $0[$0.count - 1].user.uid }
    }

    /// A page of a user's events with what the rules decided, newest first.
    package func events(
        of uid: UserID, after cursor: EventPosition?, limit: Int
    ) async throws(InfrastructureError) -> Page<RecordedEvent, EventPosition> {
        let events = try await context.call { () throws(PostgresError) in
            let (own, merged) = try await context.pool.run(
                ListEventsOfUser(of: uid, before: cursor, limit: limit + 1), FindMergedUsers(of: uid))
            var all = own
            for player in merged {
                all += try await context.pool.run(
                    ListEventsOfUser(of: player.uid, before: cursor, limit: limit + 1))
            }
            if !merged.isEmpty { all.sort { $1.position < $0.position } }
            return try await context.programme.explain(Array(all.prefix(limit + 1)))
        }
        return Page(events, limit: limit) { page in
            page[page.count - 1].position
        }
    }

    /// Every rule's current decision about a user.
    package func currentDecisions(of user: User) async throws(InfrastructureError) -> [Decision] {
        try await context.call { () throws(PostgresError) in
            let rules = try await context.programme.current()
            let known = try await context.withTrustContext([user], for: rules.trust).first ?? user
            // Whether a limit is reached is seen when it is to be given.
            var grantLimits = GrantLimits()
            return rules.judge(known.state, at: context.clock.now, &grantLimits).map(\.decision)
        }
    }

    /// Users that match everything given, newest first.
    package func users(
        _ search: UserSearch, after cursor: UserID?, limit: Int
    ) async throws(InfrastructureError) -> Page<User, UserID> {
        let found = try await context.call { () throws(PostgresError) in
            let run = try await UserSearchRun(search, pool: context.pool)
            return try await run.users(before: cursor, limit: limit + 1)
        }
        return Page(found, limit: limit) { $0[$0.count - 1].uid }
    }
}

extension ReportService {
    package struct Statistics: Sendable {
        package let users: UserCounts
        package let rewards: [RewardCount]
        package let ledger: [LedgerSum]
        /// How claims of the last `claimDays` found what they found.
        package let claims: [LinkClaim.Means: Int64]

        package static let claimDays = 30
    }

    /// Counts over everything.
    package func statistics() async throws(InfrastructureError) -> Statistics {
        try await statisticsReading.value(readStatistics)
    }

    private func readStatistics() async throws(InfrastructureError) -> Statistics {
        let firstDay = context.clock.today - Int32(Statistics.claimDays) + 1
        return try await longRead { transaction throws(PostgresError) in
            let (users, rewards, ledger, claims) = try await transaction.commit(
                CountUsers(), CountRewards(), SumLedger(), ListClaimCounts(since: firstDay))
            return Statistics(
                users: users.first ?? UserCounts(), rewards: rewards, ledger: ledger,
                claims: Dictionary(claims.map { ($0.means, $0.count) }, uniquingKeysWith: +))
        }
    }

    /// Adds the whole ledger up, on one snapshot.
    package func checkLedger() async throws(InfrastructureError) -> LedgerCheck {
        let check = try await ledgerReading.value(readLedger)
        if !check.isBalanced { try await announce(check) }
        return check
    }

    private func announce(_ check: LedgerCheck) async throws(InfrastructureError) {
        let change = Change(
            .ledgerCheckFailed, of: nil, at: context.clock.now, .ledgerCheck(findings: check.findings))
        let statements = context.changes.statements { $0.add(change) }
        try await context.call { () throws(PostgresError) in try await context.pool.runAll(statements) }
    }

    private func readLedger() async throws(InfrastructureError) -> LedgerCheck {
        try await longRead { transaction throws(PostgresError) in
            let (broken, grants, returns, reservations, transfers, counts) = try await transaction.commit(
                FindBrokenAccounts(), CountUnmatchedGrants(), CountUnmatchedReturns(),
                CountBrokenReservations(), CountUnmatchedTransfers(), CountLedger())
            return LedgerCheck(
                accounts: counts.first?.accounts ?? 0, entries: counts.first?.entries ?? 0,
                unsealedEntries: counts.first?.unsealed ?? 0, brokenAccounts: broken,
                unmatchedGrants: grants.first ?? 0, unmatchedReturns: returns.first ?? 0,
                brokenReservations: reservations.first ?? 0, unmatchedTransfers: transfers.first ?? 0)
        }
    }

    /// A page of the ledger's signed statements, newest first.
    package func statements(
        before number: Int64?, limit: Int
    ) async throws(InfrastructureError) -> Page<LedgerStatement, Int64> {
        let stored = try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListLedgerStatements(before: number, limit: limit + 1))
        }
        // One that can't be read is `shipmate ledger verify`'s to tell; it doesn't end the list.
        return Page(stored, limit: limit) { $0[$0.count - 1].number }.compactMap {
            LedgerStatement(json: $0.body)
        }
    }

    private func longRead<Value>(
        _ body: (Transaction) async throws(PostgresError) -> Value
    ) async throws(InfrastructureError) -> Value {
        // One of either kind at a time: a loop has few connections, and others need them.
        guard !isReadingLong else { throw .unavailable }
        isReadingLong = true
        defer { isReadingLong = false }
        return try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, statementTimeoutMilliseconds: Self.longReadMilliseconds
            ) { transaction throws(PostgresError) in
                try await transaction.send(PlanFreely())
                return try await body(transaction)
            }
        }
    }
}
