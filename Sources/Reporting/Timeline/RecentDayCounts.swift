internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Rows that came since each source was counted, read together in one round trip. Links and rewards among
/// them need a few more.
struct RecentDayCounts {
    let transaction: Transaction
    /// From when each source is read.
    let spans: [DayCountSource: CountedSpan]
    private let rowsMax = FunnelCounting.rowsMax

    init(_ transaction: Transaction, _ spans: [DayCountSource: CountedSpan]) {
        self.transaction = transaction
        self.spans = spans
    }

    /// - Parameter none: an empty span, for a source that isn't read.
    /// - Returns: the counts, and the sources of which there is too much: nothing of them is counted.
    func counts(
        or none: CountedSpan
    ) async throws(PostgresError) -> (counts: [DayCount], leftOut: Set<DayCountSource>) {
        func span(_ source: DayCountSource) -> CountedSpan { spans[source] ?? none }
        let limit = rowsMax + 1
        let (
            users, signUps, came, recorded, ledger, rewards, invites, opens, arrivals, later, signedUp,
            subjects
        ) = try await transaction.send(
            CountNewUsers(span(.users)), CountSignUps(span(.signUps)), CountReferredUsers(span(.referrals)),
            CountRecordedReferrers(span(.referrals)), SumLedgerByDay(span(.ledger)),
            CountGivenRewards(span(.rewards)), CountInvites(span(.invites), max: limit),
            CountOpens(since: span(.opens), max: limit), CountArrivals(span(.arrivals), max: limit),
            CountLaterArrivals(span(.arrivals)), CountFriendsSignedUp(span(.friendsSignedUp), max: limit),
            FindSubjects(span(.friendsRewarded), max: limit))
        let rows: [DayCountSource: Int] = [
            .invites: invites.count, .opens: opens.count, .arrivals: arrivals.count + later.count,
            .friendsSignedUp: signedUp.count, .friendsRewarded: subjects.count,
        ]
        let leftOut = Set(rows.filter { $0.value > rowsMax }.keys)
        var linked: [(measure: FunnelMeasure, links: LinkDayCount)] = []
        for (source, steps) in [
            (.opens, opens.map { (.opened, $0) }),
            (.arrivals, (arrivals + later).map { (.claimed($0.source), $0.arrivals) }),
            (.friendsSignedUp, signedUp.map { (.signedUp, $0) }),
        ] as [(DayCountSource, [(FunnelMeasure, LinkDayCount)])] where !leftOut.contains(source) {
            linked += steps
        }
        let counting = FunnelCounting(transaction: transaction, rowsMax: .max)
        if !leftOut.contains(.friendsRewarded) { linked += try await counting.firstRewarded(subjects) }
        let made = leftOut.contains(.invites) ? [] : invites
        let counts =
            users + signUps + came + recorded + ledger.flatMap(DayCounting.counts) + rewards
            + made.flatMap { FunnelMeasure.invites.counts($0.labels, $0.day, $0.count) }
            + (try await counting.labelled(linked) ?? [])
        return (counts, leftOut)
    }
}
