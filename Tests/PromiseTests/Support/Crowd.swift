import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport

/// Many clients at once, each on a thread of its own.
enum Crowd {
    /// Runs `body` for each of `count` clients; their values in order.
    @discardableResult
    static func run<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for number in 0..<count {
                group.addTask { try await onLoop { _ in (number, try body(number)) } }
            }
            var values: [Int: Value] = [:]
            for try await (number, value) in group { values[number] = value }
            return (0..<count).compactMap { values[$0] }
        }
    }
}

/// Lets nobody on until all have come.
final class StartingLine: Sendable {
    private let count: Int
    private let arrived = Locked(0)

    init(of count: Int) {
        self.count = count
    }

    func wait() {
        arrived.withLock { $0 += 1 }
        // A thread that must not give way has nothing to await.
        while arrived.withLock({ $0 }) < count { usleep(5_000) }
    }
}

/// A request yet to be sent.
struct Call: Sendable {
    let method: String
    let path: String
    let token: String
    let body: JSONValue?

    init(_ method: String, _ path: String, token: String, _ body: JSONValue? = nil) {
        (self.method, self.path, self.token, self.body) = (method, path, token, body)
    }
}

extension TestClient {
    /// Sends all without waiting, then reads the replies. What got a 503 is sent again, as an app does.
    func pipeline(_ calls: [Call]) throws -> [Reply] {
        for call in calls { try post(call.method, call.path, token: call.token, call.body) }
        let replies = try calls.map { _ in try reply() }
        return try zip(calls, replies).map { call, reply in
            reply.status == 503 ? try insist(call) : reply
        }
    }

    /// Sends until the answer is another than 503, for two minutes.
    func insist(_ call: Call) throws -> Reply {
        for _ in 0..<1_200 {
            let reply = try send(call.method, call.path, token: call.token, call.body)
            if reply.status != 503 { return reply }
            // The pace of a client that is told to come again later.
            usleep(100_000)
        }
        return try send(call.method, call.path, token: call.token, call.body)
    }
}

/// A call for the level, the event's id its own.
func levelCall(_ level: Int64, token: String, id: String, uid: String? = nil) -> Call {
    let event: [JSONMember] = [
        JSONMember("id", .string(id)), JSONMember("type", "level_reached"),
        JSONMember("level", .integer(level)),
    ]
    return Call(
        "POST", "/v1/events", token: token,
        .object(event + (uid.map { [JSONMember("uid", .string($0))] } ?? [])))
}

/// A redemption below 0, an adjustment otherwise.
func postingCall(_ amount: Int64, of uid: String, key: String, id: String = newID()) -> Call {
    let isRedemption = amount < 0
    return Call(
        "POST", isRedemption ? "/v1/users/\(uid)/redemptions" : "/v1/admin/users/\(uid)/adjustments",
        token: key,
        [
            "id": .string(id), "currency": "pieces_of_eight", "amount": .integer(abs(amount)),
            "reason": "a race",
        ])
}
