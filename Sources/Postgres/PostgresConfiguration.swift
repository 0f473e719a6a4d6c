/// Everything a pool, a listener or a session needs to know; each limit with its unit.
package struct PostgresConfiguration: Sendable {
    package var parameters: ConnectionParameters
    package var settings: SessionSettings
    /// Whether a pooler lends a session for one transaction alone, so that settings must travel with each.
    package var isPooledByTransaction = false
    package var engine = DatabaseEngine.postgres

    /// Connections of one loop's pool.
    package var connectionsPerLoop = 4
    /// Callers that may wait for a connection; past it `poolExhausted`.
    package var waitersMax = 1_024
    /// How long a caller waits for a connection.
    package var waitMillisecondsMax = 900
    /// How long a pipeline's replies may take: above `statement_timeout`, so that a server which lives speaks
    /// first.
    package var replyMillisecondsMax = 3_000
    /// How long making a connection may take.
    package var connectMillisecondsMax = 1_000
    /// Between attempts to connect: the first wait and the longest.
    package var reconnectBackoffMilliseconds = 50...500
    /// How often a transaction whose connection is lost is begun at most, the first time included.
    package var attemptsMax = 3
    /// After this long no further attempt is begun.
    package var retryMillisecondsMax = 5_000
    /// The same for one that conflicts with others, which can succeed at any time: a little less than its
    /// caller waits.
    package var conflictMillisecondsMax = 800
    /// Between attempts at a transaction: the first wait and the longest.
    package var retryBackoffMilliseconds = 10...100
    /// How long a listener trusts that it has missed nothing, since the server was asked.
    package var freshMillisecondsMax = 1_500
    /// How long a listener waits for the answer to its heartbeat.
    package var heartbeatMillisecondsMax = 1_000
    /// How long a close waits for work under way.
    package var closeMillisecondsMax = 5_000

    /// How often each host is asked by one who needs a connection and has no pool.
    private static let rounds = 3

    package init(_ parameters: ConnectionParameters, settings: SessionSettings = .writing) {
        self.parameters = parameters
        self.settings = settings
    }

    /// Sets what the connection string leaves to us; nothing where that isn't allowed.
    func settingsQuery(ofTransaction isOfTransaction: Bool) -> Query? {
        guard isOfTransaction == isPooledByTransaction else { return nil }
        return .setting(
            parameters.settings(besidesOwn: settings), inTransactionAlone: isPooledByTransaction)
    }

    /// Tries `connect` with each host in front, in rotation, as long as they are silent.
    func withEachHost<Connection>(
        _ connect: (_ rotation: HostRotation) async throws(PostgresError) -> Connection
    ) async throws(PostgresError) -> Connection {
        let rotation = HostRotation(parameters)
        var silence = PostgresError.timedOut(.connection)
        for _ in 0..<Self.rounds * parameters.hostCount {
            do throws(PostgresError) {
                return try await connect(rotation)
            } catch {
                guard error == .timedOut(.connection) else { throw error }
                silence = error
            }
        }
        throw silence
    }
}
