internal import Batching
package import Postgres
package import Referrals
internal import Store
internal import Values

extension RewardsContext {
    /// Users with what is known of them beside their own facts: for those who ask what would be paid.
    package func withTrustContext(
        _ users: [User], for terms: TrustTerms
    ) async throws(PostgresError) -> [User] {
        var users = users
        if !moderation.isEmpty {
            for place in users.indices {
                let referrer = users[place].referral.referredBy
                users[place].trustContext.status = moderation.status(of: users[place].uid)
                users[place].trustContext.referrerStatus = referrer.map(moderation.status(of:)) ?? .good
            }
        }
        guard terms.wantsFindings, !users.isEmpty else { return users }
        let (asked, disposable) = (users, self.disposable)
        let findings = try await pool.transaction(isReadOnly: true) { transaction throws(PostgresError) in
            try await TrustInquiry(about: asked, terms: terms, disposable: disposable)
                .findings(in: transaction)
        }
        for place in users.indices { users[place].trustContext.findings = findings[users[place].uid] ?? [] }
        return users
    }
}
