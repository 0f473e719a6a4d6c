package import Postgres

extension PostgresConfiguration {
    /// An owner's, for what tests do themselves: however long a loaded machine takes.
    package static func patient(_ parameters: ConnectionParameters) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(parameters, settings: .unlimited)
        configuration.waitMillisecondsMax = 30_000
        configuration.connectMillisecondsMax = 30_000
        configuration.replyMillisecondsMax = 60_000
        return configuration
    }

    func withPatience(of other: PostgresConfiguration) -> PostgresConfiguration {
        var configuration = self
        configuration.waitMillisecondsMax = other.waitMillisecondsMax
        configuration.connectMillisecondsMax = other.connectMillisecondsMax
        configuration.replyMillisecondsMax = other.replyMillisecondsMax
        return configuration
    }
}
