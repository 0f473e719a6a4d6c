internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Store
internal import Values

/// Finds users by whatever an operator has of them.
package struct UserLookup {
    package struct Found: Sendable {
        package let user: User
        package let balances: [Balance]
    }

    private let pool: PostgresPool

    /// - Parameter pool: of connections as the owner or as the service.
    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// - Parameter name: a uid, an e-mail, an external id or a referral code; what it can be is looked for.
    package func users(named name: String) async throws(DatabaseError) -> [Found] {
        try await DatabaseError.telling { () throws(PostgresError) in
            let (emails, ids, codes) = try await pool.run(
                FindEmailOwners([EmailAddress(name)].compactMap(\.self)),
                FindExternalIDs([ExternalID(name)].compactMap(\.self)),
                FindReferralCodes([ReferralCode(name)].compactMap(\.self)))
            var uids = Set(emails.map(\.uid) + ids.map(\.uid) + codes.map(\.uid))
            if let uid = UUID(text: name) { uids.insert(UserID(uid)) }
            let (users, balances) = try await pool.run(
                FindUsersByID(uids.sorted()), FindBalances(uids.sorted()))
            return users.sorted { $0.uid < $1.uid }.map { user in
                Found(user: user, balances: balances.filter { $0.account.uid == user.uid })
            }
        }
    }
}
