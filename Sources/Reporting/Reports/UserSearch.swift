internal import Batching
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Filters of users; none means all.
package struct UserSearch: Equatable, Sendable {
    /// Of the e-mails that begin so, the first that are looked at.
    package static let emailsMax = 1_000
    /// Of those who are watched or blocked, the same.
    static let moderatedUsersMax = 5_000

    /// A uid, a referral code, or the start of an e-mail.
    package var text: String?
    package var email: EmailAddress?
    package var referralCode: ReferralCode?
    package var referredBy: UserID?
    package var externalID: ExternalID?
    package var status: ModerationStatus?
    package var createdFrom: Timestamp?
    /// The first time that is beyond.
    package var createdUntil: Timestamp?

    package init(
        email: EmailAddress? = nil, referralCode: ReferralCode? = nil, referredBy: UserID? = nil,
        externalID: ExternalID? = nil
    ) {
        self.email = email
        self.referralCode = referralCode
        self.referredBy = referredBy
        self.externalID = externalID
    }

    fileprivate var span: PageSpan { PageSpan(from: createdFrom, until: createdUntil) }
}

/// E-mails and codes are keys of their own tables, so that the user is found wherever it lives.
struct UserSearchRun {
    private let search: UserSearch
    private let pool: PostgresPool
    /// The users of the code: a merged player's leads to the account. Nil without a code.
    private let codeOwners: Set<UserID>?

    /// Resolves merged players, as paths do.
    init(_ search: UserSearch, pool: PostgresPool) async throws(PostgresError) {
        var search = search
        if let referrer = search.referredBy { search.referredBy = try await pool.account(of: referrer) }
        var codeOwners: Set<UserID>?
        if let code = search.referralCode {
            codeOwners = Set(try await pool.run(FindReferralCodes([code])).map(\.uid))
        }
        self.codeOwners = codeOwners
        self.search = search
        self.pool = pool
    }

    func users(before cursor: UserID?, limit: Int) async throws(PostgresError) -> [User] {
        guard search.status == .good else { return try await found(before: cursor, limit: limit) }
        // Users with the status good aren't listed: they are all who aren't on a list.
        let others = Set(try await pool.run(ListModeratedUsers()).map(\.uid))
        var (good, last): ([User], UserID?) = ([], cursor)
        while good.count < limit {
            let page = try await found(before: last, limit: limit)
            good += page.filter { !others.contains($0.uid) }
            guard page.count == limit else { break }
            last = page.last?.uid
        }
        return Array(good.prefix(limit))
    }

    private func found(before cursor: UserID?, limit: Int) async throws(PostgresError) -> [User] {
        var namedOrKnown = try await namedUsers()
        if let status = search.status, status != .good {
            let known: [UserID] = try await pool.run(
                ListUsersOfStatus(status, before: cursor, limit: UserSearch.moderatedUsersMax))
            namedOrKnown = namedOrKnown?.intersection(known) ?? Set(known)
        }
        guard let named = namedOrKnown else {
            guard let referrer = search.referredBy else {
                return try await pool.run(ListUsers(before: cursor, in: search.span, limit: limit))
            }
            return try await pool.run(
                ListReferees(of: referrer, before: cursor, in: search.span, limit: limit))
        }
        let before = named.filter { uid in cursor.map { uid < $0 } ?? true }
        let found = try await pool.run(FindUsersByID(before.sorted())).filter(matches)
        return Array(found.sorted { $1.uid < $0.uid }.prefix(limit))
    }

    /// The only possible user; nil if the search doesn't determine it.
    private func namedUsers() async throws(PostgresError) -> Set<UserID>? {
        if let email = search.email { return Set(try await pool.run(FindCredential(email)).map(\.uid)) }
        if let id = search.externalID { return try await users(of: id) }
        if let codeOwners { return codeOwners }
        guard let text = search.text else { return nil }
        var byKey: Set<UserID> = []
        // A back end's own ids may be UUIDs, too.
        if let uid = UUID(text: text) { byKey.insert(try await pool.account(of: UserID(uid))) }
        if let code = ReferralCode(text) {
            byKey.formUnion(try await pool.run(FindReferralCodes([code])).map(\.uid))
        }
        if let id = ExternalID(text) { byKey.formUnion(try await users(of: id)) }
        let emails = FindEmailsFrom(text.lowercased(), limit: UserSearch.emailsMax)
        let found: [UserID] = try await pool.run(emails)
        return byKey.union(found)
    }

    private func users(of id: ExternalID) async throws(PostgresError) -> Set<UserID> {
        Set(try await pool.run(FindExternalIDs([id])).map(\.uid))
    }

    private func matches(_ user: User) -> Bool {
        (search.email == nil || user.email == search.email)
            && (codeOwners.map { $0.contains(user.uid) } ?? true)
            && (search.referredBy == nil || user.referral.referredBy == search.referredBy)
            && (search.externalID == nil || user.externalID == search.externalID)
            && (search.createdFrom.map { user.createdAt >= $0 } ?? true)
            && (search.createdUntil.map { user.createdAt < $0 } ?? true)
    }
}
