package import Batching
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Users' profiles for the players that they invite.
package struct ProfileService {
    private let context: AccountsContext

    package init(_ context: AccountsContext) {
        self.context = context
    }

    /// Empty for a user who never said.
    package func profile(of uid: UserID) async throws(InfrastructureError) -> UserProfile {
        let found = try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindUserProfiles([uid]))
        }
        return found.first?.profile ?? UserProfile()
    }

    /// Replaces the whole: what is left out is no longer shown.
    package func set(_ profile: UserProfile, of uid: UserID) async throws(InfrastructureError) {
        _ = try await context.call { () throws(PostgresError) in
            try await context.pool.run(SetUserProfile(profile, of: uid))
        }
    }
}
