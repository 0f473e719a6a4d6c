import EventLoops
import Postgres
import TestSupport
import Testing

@testable import Batching

@Suite struct NotificationsTests {
    private final class Heard {
        var connects = 0
        var payloads: [String] = []
    }

    @Test func `everybody hears through one connection, and is told when it was made again`() async throws {
        try await ServiceRig.with { rig, loop in
            let notifications = rig.context.notifications
            let (one, other) = (Heard(), Heard())
            #expect(!notifications.isFresh)
            for (channel, heard) in [("one", one), ("other", other)] {
                notifications.listen(to: channel) { heard.payloads.append($0) }
                notifications.onConnected { heard.connects += 1 }
            }
            try notifications.start(rig.pool.configuration, setting: rig.context.clock, on: loop)
            #expect(await eventually { one.connects == 1 && other.connects == 1 })
            #expect(notifications.isFresh)
            #expect(try rig.database.psql("SELECT count(*) \(Self.listeners)") == "1")
            try rig.database.psql("NOTIFY one, 'a'; NOTIFY other, 'b'; NOTIFY third, 'c'; NOTIFY one, 'd'")
            #expect(await eventually { one.payloads.count == 2 && other.payloads.count == 1 })
            #expect(one.payloads == ["a", "d"] && other.payloads == ["b"])
            try rig.database.psql("SELECT pg_terminate_backend(pid, 1000) \(Self.listeners)")
            #expect(await eventually { one.connects == 2 && other.connects == 2 })
            try rig.database.psql("NOTIFY other, 'e'")
            #expect(await eventually { other.payloads == ["b", "e"] })
            await notifications.close(on: loop)
            #expect(!notifications.isFresh)
        }
    }

    /// Known by what they last said: that they listen, or their heartbeat.
    private static let listeners = """
        FROM pg_stat_activity WHERE datname = current_database()
            AND (query LIKE 'LISTEN %' OR query LIKE '% AS heartbeat')
        """

}
