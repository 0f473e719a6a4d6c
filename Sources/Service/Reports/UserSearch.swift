internal import Postgres
package import Referrals
internal import Store
package import Values

/// What users are looked up by; nothing given means all.
package struct UserSearch: Equatable, Sendable {
    package let email: EmailAddress?
    package let referralCode: ReferralCode?
    package let referredBy: UserID?
    package let externalID: ExternalID?

    package init(
        email: EmailAddress?, referralCode: ReferralCode?, referredBy: UserID?,
        externalID: ExternalID? = nil
    ) {
        self.email = email
        self.referralCode = referralCode
        self.referredBy = referredBy
        self.externalID = externalID
    }
}

/// E-mails and codes are keys of their own tables, so that the user is found wherever it lives.
struct UserSearchRun {
    private let search: UserSearch
    private let pool: PostgresPool

    init(_ search: UserSearch, pool: PostgresPool) {
        self.search = search
        self.pool = pool
    }

    func users(before cursor: UserID?, limit: Int) async throws(PostgresError) -> [User] {
        guard search.email != nil || search.referralCode != nil || search.externalID != nil else {
            guard let referrer = search.referredBy else {
                return try await pool.run(ListUsers(before: cursor, limit: limit))
            }
            return try await pool.run(ListReferees(of: referrer, before: cursor, limit: limit))
        }
        guard let uid = try await namedUser(), cursor.map({ uid < $0 }) ?? true else { return [] }
        return try await pool.run(FindUsersByID([uid])).filter(matches)
    }

    private func namedUser() async throws(PostgresError) -> UserID? {
        if let email = search.email { return try await pool.run(FindCredential(email)).first?.uid }
        if let id = search.externalID { return try await pool.run(FindExternalIDs([id])).first?.uid }
        guard let code = search.referralCode else { return nil }
        return try await pool.run(FindReferralCodes([code])).first?.uid
    }

    private func matches(_ user: User) -> Bool {
        (search.email == nil || user.email == search.email)
            && (search.referralCode == nil || user.referralCode == search.referralCode)
            && (search.referredBy == nil || user.referral.referredBy == search.referredBy)
            && (search.externalID == nil || user.externalID == search.externalID)
    }
}
