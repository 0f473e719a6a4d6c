internal import Batching
package import Postgres
package import Referrals
internal import Store
internal import Values

extension RewardsContext {
    /// Users with what is known of them beside their own facts: for those who ask what would be paid.
    package func inCircumstances(
        _ users: [User], for terms: TrustTerms
    ) async throws(PostgresError) -> [User] {
        var users = users
        if !standings.isEmpty {
            for place in users.indices {
                let referrer = users[place].referral.referredBy
                users[place].circumstances.standing = standings.standing(of: users[place].uid)
                users[place].circumstances.referrerStanding = referrer.map(standings.standing(of:)) ?? .good
            }
        }
        guard terms.wantsFindings, !users.isEmpty else { return users }
        let (asked, disposable) = (users, self.disposable)
        let findings = try await pool.transaction(isReadOnly: true) { transaction throws(PostgresError) in
            try await TrustInquiry(about: asked, terms: terms, disposable: disposable)
                .findings(in: transaction)
        }
        for place in users.indices { users[place].circumstances.findings = findings[users[place].uid] ?? [] }
        return users
    }
}
