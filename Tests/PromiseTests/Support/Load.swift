import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

/// Clients that sign friends up and raise them to level five until told to stop, and remember what was
/// acknowledged.
final class Load: Sendable {
    /// An event and the answer it got.
    struct Acknowledged: Sendable {
        let call: Call
        let answer: String
        let pays: Bool
    }

    private let referrer: TestUser
    private let port: UInt16
    private let isStopping = Locked(false)
    private let acknowledged = Locked<[Acknowledged]>([])
    private let cutOff = Locked<[Call]>([])
    private let attemptedPayments = Locked<Int64>(0)
    /// Answers that no client should ever see.
    private let oddities = Locked<[String]>([])

    init(on port: UInt16, referrer: TestUser) {
        (self.port, self.referrer) = (port, referrer)
    }

    var events: [Acknowledged] { acknowledged.withLock { $0 } }
    /// Those whose connection ended before an answer.
    var unanswered: [Call] { cutOff.withLock { $0 } }
    var paymentsAttempted: Int64 { attemptedPayments.withLock { $0 } }
    var odd: [String] { oddities.withLock { $0 } }

    /// Runs clients meanwhile, and ends when `body` has and they have.
    func during(clients: Int, _ body: @Sendable () async throws -> Void) async throws {
        async let running: [Void] = Crowd.run(clients) { _ in self.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        isStopping.withLock { $0 = true }
        _ = try await running
        try outcome.get()
    }

    /// Returns when so many events have been acknowledged.
    func waitForEvents(_ count: Int) async throws {
        let target = events.count + count
        try #require(await eventually(seconds: 180) { events.count >= target }, "no progress under load")
    }

    private func run() {
        while !isStopping.withLock({ $0 }) {
            // A connection that ends under a request ends its client; another takes its place,
            // after a pause: the server may be away.
            do { try play(try TestClient(port: port)) } catch { usleep(20_000) }
        }
    }

    private func play(_ client: TestClient) throws {
        while !isStopping.withLock({ $0 }) {
            let signUp = try client.send("POST", "/v1/users", ["referred_by": .string(referrer.code)])
            guard isFine(signUp, 201) else { continue }
            let friend = TestUser(signUp)
            for level in [3, 5, 6] as [Int64] {
                let call = levelCall(level, token: friend.token, id: newID())
                if level == 5 { attemptedPayments.withLock { $0 += 1 } }
                let reply = try send(call, through: client)
                guard isFine(reply, 200) else { break }
                let answer = Acknowledged(call: call, answer: reply.text, pays: level == 5)
                acknowledged.withLock { $0.append(answer) }
            }
        }
    }

    private func send(_ call: Call, through client: TestClient) throws -> TestClient.Reply {
        do {
            return try client.send(call.method, call.path, token: call.token, call.body)
        } catch {
            cutOff.withLock { $0.append(call) }
            throw error
        }
    }

    private func isFine(_ reply: TestClient.Reply, _ status: Int) -> Bool {
        if reply.status == status { return true }
        if reply.status == 503 {
            // As a client does that is told to come again later.
            usleep(20_000)
        } else {
            oddities.withLock { $0.append("\(reply.status) \(reply.text)") }
        }
        return false
    }
}
