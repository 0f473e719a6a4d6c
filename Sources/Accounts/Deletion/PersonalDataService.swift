package import Batching
internal import Postgres
package import Values

/// Gives users everything that is kept about them.
package final class PersonalDataService {
    private let context: AccountsContext

    package init(_ context: AccountsContext) {
        self.context = context
    }

    /// - Parameter take: is given the file piece by piece, and says whether it wants another.
    package func write(of uid: UserID, to take: ([UInt8]) async -> Bool) async throws(InfrastructureError) {
        try await context.call { () throws(PostgresError) in
            try await PersonalDataExport(pool: context.pool).write(of: uid, to: take)
        }
    }
}
