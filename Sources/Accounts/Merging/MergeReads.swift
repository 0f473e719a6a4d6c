internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// The reads about a player and its account. Both are locked, and so are the players that the player
/// referred.
struct MergeReads {
    let player: User?
    let account: User?
    /// The players that the player referred.
    var referees: [User] = []
    /// Where the player has become an account before.
    var merge: MergeRecord?
    /// The player's sessions.
    var sids: [UUID] = []
    var playerAccounts: [Account] = []
    /// Players merged into the account before.
    var merged: [UserID] = []
    var chain: [FindChain.Row] = []
    /// Of the players that the player referred.
    var refereeFingerprints: [SignUpFingerprints] = []
    /// The player's and the account's own.
    var fingerprints: [SignUpFingerprints] = []
    /// For how many the player was paid.
    var rewarded: Int64 = 0
    /// That brought the player.
    var referralLink: LinkCode?
    /// The player's.
    var links: [LinkCode] = []
    /// The player's rewards.
    var given: [CountGivenTo.Row] = []
    /// Each in its newest version, archived ones too.
    var rules: [Rule] = []
}

extension MergeReads {
    /// In one round trip. Statements after the locks see all earlier commits.
    static func read(
        _ player: UserID, _ account: UserID, _ referees: [UserID], in transaction: Transaction,
        at now: Timestamp
    ) async throws(PostgresError) -> MergeReads {
        let both = [player, account]
        let (
            users, merges, sessions, balances, merged, chain, referred, own, counted, through, links, given,
            rules
        ) = try await transaction.send(
            LockUsers(Array(Set(both + referees))), FindMerges(of: [player]),
            FindSessionsOfUsers([player]), FindBalances([player]), FindMergedUsers(of: account),
            FindChain(from: both, stepsMax: ReferrerChain.stepsMax), FindRefereeFingerprints(by: player),
            FindFingerprints(of: both), CountReferees(of: [player]), FindReferralLink(of: player),
            FindLinkCodes(of: player),
            CountGivenTo(player, recentSince: now.adding(seconds: -GrantLimits.daySeconds)), ListRules())
        let known = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        return MergeReads(
            player: known[player], account: known[account], referees: referees.compactMap { known[$0] },
            merge: merges.first, sids: sessions.map(\.sid), playerAccounts: balances.map(\.account),
            merged: merged.map(\.uid), chain: chain, refereeFingerprints: referred, fingerprints: own,
            rewarded: counted.first?.counts.rewarded ?? 0, referralLink: through.first ?? nil, links: links,
            given: given, rules: rules.map(\.rule))
    }
}
