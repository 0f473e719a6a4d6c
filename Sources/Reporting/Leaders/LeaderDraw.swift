internal import Links
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// One board, as a transaction sees it.
struct LeaderDraw {
    /// The user whose rank is requested, and all users whose stored sums differ from the board.
    struct Own {
        let uid: UserID?
        let amount: Int64
        /// The stored sums of the requested user, of the hidden ones, and of those with later rewards.
        let kept: [UserID: Int64]
    }

    let currency: Currency
    let span: LeaderSpan
    let hidden: [UserID]
    let recent: RecentReferralEarnings?
    let transaction: Transaction

    /// The first hundred, and where `uid` stands.
    func leaders(beside uid: UserID?) async throws(PostgresError) -> ([Leader], Own) {
        let (old, new) = (amounts(recent?.before), amounts(recent?.after))
        let (leaders, sums) = try await transaction.send(
            ListLeaders(
                currency, days: span.days, hiding: hidden + new.keys, limit: LeaderService.leadersMax),
            FindReferralEarningsSums(of: uid == nil ? [] : [uid].compactMap(\.self) + hidden))
        let found = amounts(Dictionary(sums.map { ($0.key, $0.amount) }, uniquingKeysWith: { $1 }))
        let amount = uid.map { new[$0] ?? found[$0] ?? 0 } ?? 0
        let own = Own(uid: uid, amount: amount, kept: found.merging(old) { found, _ in found })
        let shown = (leaders + risen.map { Leader(uid: $0, amount: $1) }).filter { $0.amount > 0 }
            .sorted { ($1.amount, $0.uid) < ($0.amount, $1.uid) }
        return (try await named(Array(shown.prefix(LeaderService.leadersMax))), own)
    }

    /// How many have more: all of higher ranks, and those of the same rank with more. Users whose sums have
    /// changed count with their current ones.
    func rank(of own: Own) async throws(PostgresError) -> Int64? {
        guard own.amount > 0 else { return nil }
        let bucket = RankBucket(of: own.amount)
        let (higher, beside) = try await transaction.send(
            CountRanksAbove(RankBucket.Key(currency: currency, days: span.days, bucket: bucket)),
            CountLeaders(
                currency, days: span.days, above: own.amount...RankBucket.last(with: own.amount)))
        let stale = own.kept.values.count { $0 > own.amount }
        let above = risen.count { $0.key != own.uid && $0.value > own.amount }
        return 1 + (higher.first ?? 0) + (beside.first ?? 0) - Int64(stale) + Int64(above)
    }

    /// The current sums of users with later changes.
    private var risen: [UserID: Int64] {
        let hidden = Set(hidden)
        return amounts(recent?.after).filter { !hidden.contains($0.key) }
    }

    private func amounts(_ sums: [ReferralEarningsSum.Key: Int64]?) -> [UserID: Int64] {
        let wanted = (sums ?? [:]).filter { $0.key.currency == currency && $0.key.days == span.days }
        return Dictionary(wanted.map { ($0.key.uid, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// The others with their names, if their profiles are public.
    private func named(_ leaders: [Leader]) async throws(PostgresError) -> [Leader] {
        let risen = risen
        let unnamed = leaders.map(\.uid).filter { risen[$0] != nil }
        guard !unnamed.isEmpty else { return leaders }
        let found = try await transaction.send(FindUserProfiles(unnamed)).filter(\.profile.isPublic)
        let profiles = Dictionary(found.map { ($0.uid, $0.profile) }, uniquingKeysWith: { $1 })
        return leaders.map { leader in
            guard let profile = profiles[leader.uid] else { return leader }
            return Leader(
                uid: leader.uid, amount: leader.amount, name: profile.fullName ?? profile.shortName,
                imageURL: profile.imageURL?.description)
        }
    }
}
