internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Writes what friends brought, by day and within spans of days, and how many have about as much. Whoever
/// writes holds the lock of the progress, and is the only one.
struct LeaderCounting {
    private static let spans = LeaderSpan.allCases.map(\.days)
    /// What is older is in no span but the one of all.
    private static let daysMax = spans.max() ?? 0

    let transaction: Transaction
    let rowsMax: Int

    /// Nothing is taken in yet.
    func begin(at first: Timestamp, today: Int32) async throws(PostgresError) {
        let progress = BroughtProgress(countedUntil: first, day: today)
        try await transaction.commit(SetBroughtProgress(progress))
    }

    /// - Returns: until when it was taken in; earlier than asked for where there was too much for once.
    func takeIn(
        _ progress: BroughtProgress, _ today: Int32, until last: Timestamp
    ) async throws(PostgresError) -> Timestamp {
        var until = last
        var more = try await brought(from: progress.countedUntil, until: until, max: rowsMax + 1)
        while more.count > rowsMax {
            let middle = middle(of: progress.countedUntil, until)
            until = middle ?? until
            more = try await brought(
                from: progress.countedUntil, until: until, max: middle == nil ? .max : rowsMax + 1)
            if middle == nil { break }
        }
        more += try await takenBack(from: progress.countedUntil, until: until)
        var next = progress
        next.countedUntil = until
        try await write(more.joined, in: { day in Self.spans.filter { $0 == 0 || day > today - $0 } }) {
            [AddBroughtDays($0.filter { $0.day > today - Self.daysMax }), SetBroughtProgress(next)]
        }
        return until
    }

    /// Another day begins: those that leave a span by it do so span by span, page by page.
    func beginTurn(_ progress: BroughtProgress, _ today: Int32) async throws(PostgresError) {
        var next = progress
        next.day = today + 1
        next.leaving = Self.spans.filter { $0 > 0 }.min()
        try await transaction.commit(SetBroughtProgress(next))
    }

    func turn(_ progress: BroughtProgress, _ today: Int32) async throws(PostgresError) {
        guard let span = progress.leaving else { return }
        let day = today - span
        let page = try await transaction.send(
            ListBroughtDay(day, after: progress.leftUID, progress.leftCurrency, limit: rowsMax))
        var next = progress
        (next.leftUID, next.leftCurrency) = (page.last?.uid, page.last?.currency.description ?? "")
        if page.count < rowsMax {
            (next.leftUID, next.leftCurrency) = (nil, "")
            next.leaving = Self.spans.filter { $0 > span }.min()
        }
        let less = page.map {
            BroughtOnDay(uid: $0.uid, currency: $0.currency, day: $0.day, amount: -$0.amount)
        }
        let isForgotten = span == Self.daysMax
        try await write(less, in: { _ in [span] }) { _ in
            (isForgotten ? [DeleteBroughtDay(day, page)] : []) + [SetBroughtProgress(next)]
        }
    }

    /// Adds to sums, and moves those to other ranks whose sums change.
    private func write(
        _ more: [BroughtOnDay], in spans: (Int32) -> [Int32],
        with others: ([BroughtOnDay]) -> [any Statement]
    ) async throws(PostgresError) {
        let kept = try await transaction.send(FindBroughtSums(of: Array(Set(more.map(\.uid)))))
        let before = Dictionary(kept.map { ($0.key, $0.amount) }, uniquingKeysWith: { $1 })
        var after: [BroughtSum.Key: Int64] = [:]
        for one in more {
            for days in spans(one.day) {
                let key = BroughtSum.Key(uid: one.uid, currency: one.currency, days: days)
                after[key] = (after[key] ?? before[key] ?? 0).addingHeld(one.amount)
            }
        }
        let sums = after.map { BroughtSum($0, amount: max(0, $1)) }
        var ranks: [RankBucket.Key: Int64] = [:]
        for sum in sums {
            for (amount, players) in [(before[sum.key] ?? 0, Int64(-1)), (sum.amount, 1)] where amount > 0 {
                ranks[RankBucket.Key(sum.key, amount), default: 0] += players
            }
        }
        ranks = ranks.filter { $1 != 0 }
        try await transaction.commit([SetBroughtSums(sums), AddBroughtRanks(ranks)] + others(more))
    }

    private func brought(
        from: Timestamp?, until: Timestamp, max: Int
    ) async throws(PostgresError) -> [BroughtOnDay] {
        try await transaction.send(SumBrought(CountedSpan(from: from, until: until), max: max))
    }

    /// Rewards that were taken back, whole, on the days on which they were paid.
    private func takenBack(
        from: Timestamp?, until: Timestamp
    ) async throws(PostgresError) -> [BroughtOnDay] {
        let reversals = try await transaction.send(FindReversals(CountedSpan(from: from, until: until)))
        let entries = reversals.compactMap { reversal in
            UUID(text: String(reversal.detail.prefix { $0 != ":" })).map { (reversal.uid, $0) }
        }
        guard !entries.isEmpty else { return [] }
        return try await transaction.send(FindBroughtEntries(entries)).map {
            BroughtOnDay(uid: $0.uid, currency: $0.currency, day: $0.day, amount: -$0.amount)
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
    fileprivate init(_ key: BroughtSum.Key, _ amount: Int64) {
        self.init(currency: key.currency, days: key.days, bucket: RankBucket(of: amount))
    }
}

extension [BroughtOnDay] {
    /// Those of the same user, currency and day as one.
    fileprivate var joined: [BroughtOnDay] {
        var sums: [BroughtSum.Key: Int64] = [:]
        for one in self {
            let key = BroughtSum.Key(uid: one.uid, currency: one.currency, days: one.day)
            sums[key] = (sums[key] ?? 0).addingHeld(one.amount)
        }
        return sums.map { BroughtOnDay(uid: $0.uid, currency: $0.currency, day: $0.days, amount: $1) }
    }
}
