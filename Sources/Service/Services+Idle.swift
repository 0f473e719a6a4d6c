internal import Accounts
internal import Batching
internal import Crypto
package import EventLoops
internal import Limits
internal import Postgres

extension Services {
    /// Services without a database that are never called, for descriptions of the API.
    package static func idle(on loop: isolated EventLoop) throws -> Services {
        var database = PostgresConfiguration(try ConnectionParameters("host=/nonexistent"))
        database.connectionsPerLoop = 0
        return try Services(
            ServiceConfiguration(database: database, limits: .off, log: { _ in }),
            shared: SharedServices(
                secrets: Secrets(root: RootSecret(), tokenKeys: TokenKeys(SigningKey())), passwordWorkers: 1),
            metrics: ServiceMetrics(), on: loop)
    }
}
