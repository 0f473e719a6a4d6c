internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Counts the steps of the funnel that were taken in a stretch of time, from the rows; what links say of
/// themselves is looked up by their codes.
struct FunnelCounting {
    /// Rows of a stretch, about a hundred bytes each.
    static let rowsMax = 20_000

    let transaction: Transaction
    /// Of a stretch; `.max` for all of one that can't be cut.
    let rowsMax: Int

    private var limit: Int { rowsMax == .max ? .max : rowsMax + 1 }

    /// - Returns: nil where there is too much for once.
    func counts(
        of source: DayCountSource, in span: CountedSpan
    ) async throws(PostgresError) -> [DayCount]? {
        switch source {
        case .invites: return try await invites(span)
        case .opens: return try await opens(span)
        case .arrivals: return try await arrivals(span)
        case .friendsSignedUp:
            let found = try await transaction.send(CountFriendsSignedUp(span, max: limit))
            return try await labelled(found.map { (.signedUp, $0) })
        case .friendsRewarded: return try await rewarded(span)
        case .users, .signUps, .referrals, .ledger, .rewards: return []
        }
    }

    private func invites(_ span: CountedSpan) async throws(PostgresError) -> [DayCount]? {
        let found = try await transaction.send(CountInvites(span, max: limit))
        guard found.count <= rowsMax else { return nil }
        return found.flatMap { FunnelMeasure.invites.counts($0.labels, $0.day, $0.count) }
    }

    private func opens(_ span: CountedSpan) async throws(PostgresError) -> [DayCount]? {
        let found = try await transaction.send(CountOpens(since: span, max: limit))
        return try await labelled(found.map { (.opened, $0) })
    }

    private func arrivals(_ span: CountedSpan) async throws(PostgresError) -> [DayCount]? {
        let (came, later) = try await transaction.send(
            CountArrivals(span, max: limit), CountLaterArrivals(span))
        return try await labelled((came + later).map { (.claimed($0.source), $0.arrivals) })
    }

    private func rewarded(_ span: CountedSpan) async throws(PostgresError) -> [DayCount]? {
        let found = try await transaction.send(FindSubjects(span, max: limit))
        guard found.count <= rowsMax else { return nil }
        return try await labelled(try await firstRewarded(found))
    }

    /// Users with a first reward of a rule.
    func firstRewarded(
        _ found: [FindSubjects.Row]
    ) async throws(PostgresError) -> [(measure: FunnelMeasure, links: LinkDayCount)] {
        guard !found.isEmpty else { return [] }
        let users = try await transaction.send(FindReferredUsers(found.map(\.subject)))
        let times = Dictionary(found.map { ($0.subject, $0.at) }, uniquingKeysWith: { min($0, $1) })
        let days = Dictionary(found.map { ($0.subject, $0.day) }, uniquingKeysWith: { min($0, $1) })
        let earlier = try await rewardedBefore(users, times)
        return users.filter { !earlier.contains($0.uid) }.compactMap { user in
            days[user.uid].map { (.rewarded, (day: $0, code: user.link, count: 1)) }
        }
    }

    /// Those of these users with an earlier reward for themselves or their referrers, merged users
    /// included.
    private func rewardedBefore(
        _ users: [FindReferredUsers.Row], _ times: [UserID: Timestamp]
    ) async throws(PostgresError) -> Set<UserID> {
        guard !users.isEmpty else { return [] }
        let people = Set(users.flatMap { [$0.uid, $0.referrer] })
        let merged = try await transaction.send(FindPlayersMerged(into: Array(people)))
        let players = Dictionary(grouping: merged) { $0.account }.mapValues { $0.map(\.player) }
        var asked: [(beneficiary: UserID, subject: UserID, before: Timestamp)] = []
        var users = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        for user in Array(users.values) {
            guard let at = times[user.uid] else { continue }
            for subject in [user.uid] + (players[user.uid] ?? []) {
                users[subject] = user
                let paid = [subject, user.uid, user.referrer] + (players[user.referrer] ?? [])
                asked += Set(paid).map { ($0, subject, at) }
            }
        }
        let rewarded: [UserID] = try await transaction.send(FindEarlierRewards(asked))
        return Set(rewarded.compactMap { users[$0]?.uid })
    }

    /// Opens count for links that players made.
    func labelled(
        _ found: [(measure: FunnelMeasure, links: LinkDayCount)]
    ) async throws(PostgresError) -> [DayCount]? {
        guard found.count <= rowsMax else { return nil }
        let codes = Set(found.compactMap(\.links.code))
        let labels = codes.isEmpty ? [] : try await transaction.send(FindLinkLabels(of: Array(codes)))
        let known = Dictionary(labels.map { ($0.code, $0.labels) }, uniquingKeysWith: { $1 })
        return found.flatMap { measure, links -> [DayCount] in
            let labels = links.code.flatMap { known[$0] } ?? LinkLabels()
            guard labels.isInvite || measure != .opened else { return [] }
            return measure.counts(labels, links.day, links.count)
        }
    }
}

extension CountOpens {
    /// Ids of clicks are as old as they are.
    init(since span: CountedSpan, max: Int) {
        self.init(
            from: span.from.map(UUID.init(firstAt:)), until: span.until.map(UUID.init(firstAt:)),
            in: span.zone, max: max)
    }
}
