package import Postgres
package import Referrals

/// Takes links over from elsewhere, under the codes they had there.
package struct LinkImport {
    package enum Outcome: Equatable, Sendable {
        case added
        /// The same link is there already.
        case repeated
        /// Another link has the code.
        case conflict
    }

    private let pool: PostgresPool

    /// - Parameter pool: of connections as the owner or as the service.
    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Adds the links, in batches of 500; an outcome for each, in order. The same again changes nothing.
    package func add(_ links: [Link]) async throws(PostgresError) -> [Outcome] {
        fatalError("H2")
    }
}
