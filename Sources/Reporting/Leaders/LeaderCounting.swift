internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Writes the rewards for friends by day and within spans of days, and how many users have about as much.
/// The writer holds the lock of the progress, so there is only one.
struct LeaderCounting {
    static let spans = LeaderSpan.allCases.map(\.days)
    /// Older days only count in the span of all.
    static let daysMax = spans.max() ?? 0
    /// How many players a transaction brings over, some hundred rows each at the most.
    private static let mergesMax = 500

    typealias Changes = [ReferralEarningsSum.Key: Int64]

    let transaction: Transaction
    /// Of the days.
    let zone: ProgrammeZone
    let rowsMax: Int

    /// Nothing is taken in yet.
    func begin(at first: Timestamp, today: Int32) async throws(PostgresError) {
        let progress = ReferralEarningsProgress(countedUntil: first, day: today)
        try await transaction.commit(SetReferralEarningsProgress(progress))
    }

    /// - Returns: until when it was taken in; earlier than asked for where there was too much for once.
    func takeIn(
        _ progress: ReferralEarningsProgress, _ today: Int32, until last: Timestamp
    ) async throws(PostgresError) -> Timestamp {
        var until = last
        var more = try await earnings(from: progress.countedUntil, until: until, max: rowsMax + 1)
        while more.count > rowsMax {
            let middle = middle(of: progress.countedUntil, until)
            until = middle ?? until
            more = try await earnings(
                from: progress.countedUntil, until: until, max: middle == nil ? .max : rowsMax + 1)
            if middle == nil { break }
        }
        more += try await takenBack(from: progress.countedUntil, until: until)
        let days = try await asAccounts(more).joined
        var next = progress
        next.countedUntil = until
        let changes = changes(by: days, today)
        let kept = days.filter { $0.day > today - Self.daysMax }
        try await write(changes, with: [AddDailyReferralEarnings(kept), SetReferralEarningsProgress(next)])
        return until
    }

    /// Rewards since `from`, by span; nil for more than `rowsMax` entries.
    func since(
        _ from: Timestamp?, _ today: Int32
    ) async throws(PostgresError) -> [ReferralEarningsSum.Key: Int64]? {
        let span = CountedSpan(from: from, until: nil, in: zone)
        var found = try await transaction.send(FindRecentReferralEarnings(span, max: rowsMax + 1))
        guard found.count <= rowsMax else { return nil }
        found += try await takenBack(from: from, until: nil)
        return found.isEmpty ? [:] : changes(by: try await asAccounts(found).joined, today)
    }

    /// Another day begins: those that leave a span by it do so span by span, page by page.
    func beginRollover(_ progress: ReferralEarningsProgress, _ today: Int32) async throws(PostgresError) {
        var next = progress
        next.day = today + 1
        next.leaving = Self.spans.filter { $0 > 0 }.min()
        try await transaction.commit(SetReferralEarningsProgress(next))
    }

    func rollOver(_ progress: ReferralEarningsProgress, _ today: Int32) async throws(PostgresError) {
        guard let span = progress.leaving else { return }
        let day = today - span
        let page = try await transaction.send(
            ListReferralEarningsOfDay(day, after: progress.leftUID, progress.leftCurrency, limit: rowsMax))
        var next = progress
        (next.leftUID, next.leftCurrency) = (page.last?.uid, page.last?.currency.description ?? "")
        if page.count < rowsMax {
            (next.leftUID, next.leftCurrency) = (nil, "")
            next.leaving = Self.spans.filter { $0 > span }.min()
        }
        let less = page.map {
            DailyReferralEarnings(uid: $0.uid, currency: $0.currency, day: $0.day, amount: -$0.amount)
        }
        let forgotten: [any Statement] = span == Self.daysMax ? [DeleteReferralEarningsOfDay(day, page)] : []
        try await write(
            changes(by: less) { _ in [span] }, with: forgotten + [SetReferralEarningsProgress(next)])
    }

    /// Merged players' rewards for friends are the accounts' from now on, including later ones.
    ///
    /// - Returns: whether there were any.
    func carryOver() async throws(PostgresError) -> Bool {
        let merges = try await transaction.send(FindMergesToCarryOver(limit: min(rowsMax, Self.mergesMax)))
        guard !merges.isEmpty else { return false }
        let players = merges.map(\.player)
        let accounts = Dictionary(merges.map { ($0.player, $0.account) }, uniquingKeysWith: { $1 })
        let (sums, days) = try await transaction.send(
            FindReferralEarningsSums(of: players), FindDailyReferralEarnings(of: players))
        var changes: Changes = [:]
        for sum in sums {
            guard let account = accounts[sum.key.uid] else { continue }
            let key = ReferralEarningsSum.Key(uid: account, currency: sum.key.currency, days: sum.key.days)
            changes[sum.key] = (changes[sum.key] ?? 0).addingHeld(-sum.amount)
            changes[key] = (changes[key] ?? 0).addingHeld(sum.amount)
        }
        let moved = days.map { $0.of(accounts[$0.uid]) }.joined
        try await write(
            changes,
            with: [
                AddDailyReferralEarnings(moved), DeleteDailyReferralEarnings(of: players),
                SetEarningsCarriedOver(players),
            ])
        return true
    }

    /// A merged player was already transferred, or will be: both add up to the same.
    private func asAccounts(_ days: [DailyReferralEarnings]) async throws(PostgresError)
        -> [DailyReferralEarnings]
    {
        let merges = try await transaction.send(FindMerges(of: Array(Set(days.map(\.uid)))))
        let accounts = Dictionary(merges.map { ($0.player, $0.account) }, uniquingKeysWith: { $1 })
        return days.map { $0.of(accounts[$0.uid]) }
    }

    func changes(by days: [DailyReferralEarnings], _ today: Int32) -> Changes {
        changes(by: days) { day in Self.spans.filter { $0 == 0 || day > today - $0 } }
    }

    private func changes(by days: [DailyReferralEarnings], in spans: (Int32) -> [Int32]) -> Changes {
        var changes: Changes = [:]
        for one in days {
            for days in spans(one.day) {
                let key = ReferralEarningsSum.Key(uid: one.uid, currency: one.currency, days: days)
                changes[key] = (changes[key] ?? 0).addingHeld(one.amount)
            }
        }
        return changes
    }

    /// Adds to sums, and moves those to other ranks whose sums change.
    func write(_ changes: Changes, with others: [any Statement]) async throws(PostgresError) {
        let kept = try await transaction.send(
            FindReferralEarningsSums(of: Array(Set(changes.keys.map(\.uid)))))
        let before = Dictionary(kept.map { ($0.key, $0.amount) }, uniquingKeysWith: { $1 })
        let sums = changes.map { ReferralEarningsSum($0, amount: max(0, (before[$0] ?? 0).addingHeld($1))) }
        var ranks: [RankBucket.Key: Int64] = [:]
        for sum in sums {
            for (amount, players) in [(before[sum.key] ?? 0, Int64(-1)), (sum.amount, 1)] where amount > 0 {
                ranks[RankBucket.Key(sum.key, amount), default: 0] += players
            }
        }
        ranks = ranks.filter { $1 != 0 }
        try await transaction.commit([SetReferralEarningsSums(sums), AddEarningsRanks(ranks)] + others)
    }

    private func earnings(
        from: Timestamp?, until: Timestamp, max: Int
    ) async throws(PostgresError) -> [DailyReferralEarnings] {
        let span = CountedSpan(from: from, until: until, in: zone)
        return try await transaction.send(SumReferralEarnings(span, max: max))
    }

    /// Rewards that were taken back, whole, on the days on which they were paid.
    private func takenBack(
        from: Timestamp?, until: Timestamp?
    ) async throws(PostgresError) -> [DailyReferralEarnings] {
        let span = CountedSpan(from: from, until: until, in: zone)
        return try await transaction.send(FindReversals(span)).map {
            DailyReferralEarnings(uid: $0.uid, currency: $0.currency, day: $0.day, amount: -$0.amount)
        }
    }

    /// Nil where a span can't be cut in two.
    private func middle(of from: Timestamp?, _ until: Timestamp) -> Timestamp? {
        guard let from else { return nil }
        let half = (until.microsecondsSince1970 - from.microsecondsSince1970) / 2
        return half > 0 ? from.adding(microseconds: half) : nil
    }
}

extension RankBucket.Key {
    fileprivate init(_ key: ReferralEarningsSum.Key, _ amount: Int64) {
        self.init(currency: key.currency, days: key.days, bucket: RankBucket(of: amount))
    }
}

extension DailyReferralEarnings {
    /// The same for an account, where there is one.
    func of(_ account: UserID?) -> DailyReferralEarnings {
        guard let account else { return self }
        return DailyReferralEarnings(uid: account, currency: currency, day: day, amount: amount)
    }
}

extension [DailyReferralEarnings] {
    /// Those of the same user, currency and day as one.
    var joined: [DailyReferralEarnings] {
        var sums: [ReferralEarningsSum.Key: Int64] = [:]
        for one in self {
            let key = ReferralEarningsSum.Key(uid: one.uid, currency: one.currency, days: one.day)
            sums[key] = (sums[key] ?? 0).addingHeld(one.amount)
        }
        return sums.map {
            DailyReferralEarnings(uid: $0.uid, currency: $0.currency, day: $0.days, amount: $1)
        }
    }
}
