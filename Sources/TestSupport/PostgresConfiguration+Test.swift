package import Postgres

extension PostgresConfiguration {
    /// An owner's, for what tests do themselves: however long a loaded machine takes.
    package static func patient(_ parameters: ConnectionParameters) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(parameters, settings: .unlimited)
        configuration.waitMillisecondsMax = 120_000
        configuration.connectMillisecondsMax = 120_000
        configuration.replyMillisecondsMax = 120_000
        return configuration
    }

    /// The service's, a second or so below what a handler of a test's server may take.
    mutating func makePatient() {
        settings.statementTimeoutMilliseconds = 8_000
        settings.idleInTransactionTimeoutMilliseconds = 8_000
        replyMillisecondsMax = 9_000
        conflictMillisecondsMax = 8_000
        makeListenerPatient()
    }

    /// A heartbeat a second, and this for its answer.
    mutating func makeListenerPatient() {
        freshMillisecondsMax = 8_000
        heartbeatMillisecondsMax = 7_000
    }

    func withPatience(of other: PostgresConfiguration) -> PostgresConfiguration {
        var configuration = self
        configuration.waitMillisecondsMax = other.waitMillisecondsMax
        configuration.connectMillisecondsMax = other.connectMillisecondsMax
        configuration.replyMillisecondsMax = other.replyMillisecondsMax
        return configuration
    }
}
