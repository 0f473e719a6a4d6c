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
            for index in users.indices {
                let referrer = users[index].referral.referredBy
                users[index].trustContext.status = moderation.status(of: users[index].uid)
                users[index].trustContext.referrerStatus = referrer.map(moderation.status(of:)) ?? .good
            }
        }
        guard terms.wantsFindings, !users.isEmpty else { return users }
        let (asked, disposable) = (users, self.disposable)
        let findings = try await pool.transaction(isReadOnly: true) { transaction throws(PostgresError) in
            try await TrustInquiry(about: asked, terms: terms, disposable: disposable)
                .findings(in: transaction)
        }
        for index in users.indices { users[index].trustContext.findings = findings[users[index].uid] ?? [] }
        return users
    }
}
