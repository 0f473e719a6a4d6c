import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Rules change as quickly as an administrator's program can change them while friends' events pay:
    /// nobody is sent away, and nothing is paid twice.
    @Suite struct RuleChangeLockTests {
        private static let payers = 6
        private static let friendsEach = 12

        @Test func `no event is refused because rules change all the time`() async throws {
            try await TestServer.withTwo { one, other in
                let stage = try await RuleStage(one, other)
                let anne = try TestClient(port: one.port).signUp()
                let isOver = Locked(false)
                async let changes = Crowd.run(1) { _ in
                    try Self.change("signup", on: stage, until: { isOver.withLock { $0 } })
                }
                let statuses = try await Crowd.run(Self.payers) { number in
                    try Self.pay(anne, on: stage, by: number)
                }.flatMap(\.self)
                isOver.withLock { $0 = true }
                let changed = try await changes.flatMap(\.self)
                #expect(Set(statuses) == [200], "\(statuses)")
                #expect(changed.count { $0 == 200 } > 20, "too few changes to say anything: \(changed)")
                let count = Self.payers * Self.friendsEach * 2
                let paid = try one.database.psql(
                    "SELECT count(*), sum(amount) FROM rewards WHERE uid = '\(anne.uid)' AND status = 'paid'")
                #expect(paid == "\(count)|\(count * 50)")
                try stage.expectSoundBooks()
            }
        }

        /// Friends of the referrer reach the level that pays for them: one by an event, one in a batch.
        private static func pay(_ referrer: TestUser, on stage: RuleStage, by number: Int) throws -> [Int] {
            let client = try TestClient(port: stage.ports[number % 2])
            return try (0..<friendsEach).flatMap { _ in
                let friends = try (0..<2).map { _ in try client.signUp(referredBy: referrer.code) }
                let single = levelCall(5, token: friends[0].token, id: newID())
                let event = levelCall(5, token: stage.server, id: newID(), uid: friends[1].uid)
                let batch = Call(
                    "POST", "/v1/events/batch", token: stage.server, ["events": [event.body ?? .null]])
                let told = try client.send(batch.method, batch.path, token: batch.token, batch.body)
                let results = told.json["results"]?.array?.compactMap { $0["status"]?.integer } ?? []
                return [
                    try client.send(single.method, single.path, token: single.token, single.body).status,
                    told.status,
                ] + results.map(Int.init)
            }
        }

        /// Pauses a rule and has it go on again.
        private static func change(
            _ rule: String, on stage: RuleStage, until isOver: () -> Bool
        ) throws -> [Int] {
            let client = try TestClient(port: stage.ports[0])
            var statuses: [Int] = []
            while !isOver() {
                for verb in ["pause", "resume"] {
                    let path = "/v1/admin/rules/\(rule)/\(verb)"
                    statuses.append(try client.send("POST", path, token: stage.admin).status)
                }
            }
            return statuses
        }
    }
}
