import EventLoops
import TestSupport
import Testing

@testable import Postgres

@Suite struct ListenerTests {
    @Test func `hears its channels, and again after its session was killed`() async throws {
        let database = try await TestDatabase.make()
        try await listening(
            try database.parameters,
            { ($0.freshMillisecondsMax, $0.heartbeatMillisecondsMax) = (60_000, 60_000) }
        ) { heard, listener, loop in
            #expect(await eventually { heard.connects == 1 })
            #expect(listener.isFresh)
            try database.psql("NOTIFY revoked, 'a'; NOTIFY other, 'b'; NOTIFY \"odd \"\"name\", 'c'")
            #expect(await eventually { heard.notifications.count == 2 })
            #expect(heard.notifications == ["revoked: a", "odd \"name: c"])
            try database.psql(
                """
                SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
            #expect(await eventually { heard.connects == 2 })
            try database.psql("NOTIFY revoked, 'd'")
            #expect(await eventually { heard.notifications.last == "revoked: d" })
        }
    }

    @Test func `stays fresh while it hears nothing, and knows when the server hangs`() async throws {
        let cluster = try TestCluster()
        try await listening(try cluster.parameters()) { heard, listener, loop in
            #expect(await eventually { heard.connects > 0 })
            // Two heartbeats long; on a loaded machine one may be late.
            let isKept = await eventually {
                let before = heard.connects
                try? await loop.sleep(milliseconds: 2_200)
                return listener.isFresh && heard.connects == before
            }
            #expect(isKept)
            let connects = heard.connects
            try await cluster.whileFrozen {
                #expect(await soon { !listener.isFresh })
                // By then a heartbeat has waited its second, and the connection is given up.
                try await loop.sleep(milliseconds: 1_000)
            }
            #expect(await eventually { heard.connects > connects && listener.isFresh })
        }
    }

    private final class Heard {
        var connects = 0
        var notifications: [String] = []
    }

    private func listening(
        _ parameters: ConnectionParameters,
        _ adjust: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Heard, PostgresListener, isolated EventLoop) async throws -> Void
    ) async throws {
        var configuration = PostgresConfiguration(parameters)
        configuration.connectMillisecondsMax = 30_000
        adjust(&configuration)
        try await onLoop { [configuration] loop in
            let heard = Heard()
            let listener = try PostgresListener(
                configuration: configuration, channels: ["revoked", "odd \"name"], on: loop,
                onConnected: { heard.connects += 1 },
                onNotification: { heard.notifications.append("\($0): \($1)") })
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(heard, listener, loop)) } catch {
                outcome = .failure(error)
            }
            await listener.close(on: loop)
            #expect(!listener.isFresh)
            try outcome.get()
        }
    }
}
