internal import Accounts
internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Invitations
internal import Postgres
internal import Referrals
internal import Service
internal import Values

/// The services of the demo, at a time that it sets.
final class DemoStage {
    /// Recorded in the audit for the demo's administrators.
    static let actor = "demo"

    let services: Services
    let loop: EventLoop
    private let clock: DemoClock

    init(_ services: Services, _ clock: DemoClock, on loop: EventLoop) {
        (self.services, self.clock, self.loop) = (services, clock, loop)
    }

    /// - Parameter time: nil for the real time.
    func move(to time: Timestamp?) async throws {
        try await clock.move(to: time)
        let now = if let time { time } else { try await clock.realTime() }
        let reading = PostgresTimestamp(microsecondsSince1970: now.microsecondsSince1970)
        services.clock.follow(ClockReading(time: reading, instant: .now))
    }

    func makeID() -> UUID { services.links.makeClickID() }

    /// Calls `body` for all items at once, so that they share transactions; the values in order.
    func together<Item, Value>(
        _ items: [Item], _ body: @escaping (Item) async throws -> Value
    ) async throws -> [Value] {
        try await EventLoop.together(items, on: loop, body)
    }
}
