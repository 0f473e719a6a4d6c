package import Batching
internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Store
package import Values

/// Finds users by whatever an operator has of them.
package struct UserLookup {
    package struct Found: Sendable {
        package let user: User
        package let balances: [Balance]
        /// The names of the providers that the user signs in by.
        package let providers: [String]
    }

    /// A name of exactly one user.
    package enum Name: Equatable, Sendable {
        case uid(UserID)
        case email(EmailAddress)
        case externalID(ExternalID)
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
            return try await found(uids.sorted())
        }
    }

    /// The user with this name; nil for none.
    package func user(_ name: Name) async throws(DatabaseError) -> Found? {
        try await DatabaseError.telling { () throws(PostgresError) in
            let uids: [UserID] =
                switch name {
                case .uid(let uid): [uid]
                case .email(let email): try await pool.run(FindEmailOwners([email])).map(\.uid)
                case .externalID(let id): try await pool.run(FindExternalIDs([id])).map(\.uid)
                }
            return try await found(uids).first
        }
    }

    private func found(_ uids: [UserID]) async throws(PostgresError) -> [Found] {
        let (users, balances) = try await pool.run(FindUsersByID(uids), FindBalances(uids))
        var found: [Found] = []
        for user in users.sorted(by: { $0.uid < $1.uid }) {
            let identities = try await pool.run(FindUserIdentities(of: user.uid))
            found.append(
                Found(
                    user: user, balances: balances.filter { $0.account.uid == user.uid },
                    providers: identities.map(\.provider).sorted()))
        }
        return found
    }
}
