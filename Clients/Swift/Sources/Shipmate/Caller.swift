import Foundation

/// One call of the API.
struct Call: Sendable {
    let method: String
    let path: String
    var body: Data?
    var idempotencyKey: String?
    var token: String?
    var headers: [String: String] = [:]
    /// Attempts before the error is thrown.
    var tries = 4
    var timeLimitSeconds = 15.0

    init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }

    init(_ method: String, _ path: String, _ body: some Encodable) throws {
        self.init(method, path)
        self.body = try JSON.encode(body)
    }
}

/// Makes calls, and repeats those whose reply was lost or is temporary. Each call is safe to repeat.
struct Caller: Sendable {
    let host: URL
    let transport: any Transport
    let random: Random
    let log: Log

    func value<Value: Decodable & Sendable>(_ call: Call, as type: Value.Type) async throws -> Value {
        try await repeating(call) { try JSON.decode(type, from: $0.body) }
    }

    func done(_ call: Call) async throws { try await repeating(call) { _ in } }

    private enum Step<Value> {
        case done(Value)
        case again(afterSeconds: Double)
    }

    private func repeating<Value: Sendable>(
        _ call: Call, _ read: (HTTPReply) throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            switch try await step(call, attempt, read) {
            case .done(let value): return value
            case .again(let seconds): try await Task.sleep(seconds: seconds)
            }
            attempt += 1
        }
    }

    private func step<Value: Sendable>(
        _ call: Call, _ attempt: Int, _ read: (HTTPReply) throws -> Value
    ) async throws -> Step<Value> {
        let problem: Problem
        do {
            let reply = try await transport.reply(to: request(call))
            // A good status with something else than the API's reply, such as a portal's page, is no reply.
            if (200..<300).contains(reply.status) { return .done(try read(reply)) }
            problem = Problem(reply)
        } catch {
            try Task.checkCancellation()
            log("\(call.method) \(call.path): no reply")
            guard attempt < call.tries else { throw ShipmateError.offline }
            return .again(afterSeconds: backoffSeconds(attempt))
        }
        log("\(call.method) \(call.path): \(problem)")
        let pause = problem.retryAfterSeconds ?? backoffSeconds(attempt)
        let tries = problem.status == 500 ? min(2, call.tries) : call.tries
        guard problem.isTemporary, attempt < tries, pause <= Self.pauseSecondsMax else { throw problem }
        return .again(afterSeconds: pause)
    }

    /// A longer `Retry-After` is the caller's to wait for.
    private static let pauseSecondsMax = 10.0

    func request(_ call: Call) -> HTTPRequest {
        var headers = call.headers
        headers["Accept"] = headers["Accept"] ?? "application/json"
        headers["User-Agent"] = "Shipmate-Swift/\(Shipmate.version)"
        if call.body != nil { headers["Content-Type"] = "application/json" }
        if let token = call.token { headers["Authorization"] = "Bearer \(token)" }
        if let key = call.idempotencyKey { headers["Idempotency-Key"] = key }
        return HTTPRequest(
            method: call.method, url: url(call.path), headers: headers, body: call.body,
            timeLimitSeconds: call.timeLimitSeconds)
    }

    /// Exponential, with full jitter: many clients of a server that returns don't come at once.
    func backoffSeconds(_ attempt: Int, base: Double = 0.5, most: Double = 30) -> Double {
        let limit = min(most, base * pow(2, Double(min(attempt, 16) - 1)))
        return limit * Double(random(2).reduce(0) { $0 << 8 | Int($1) }) / 65536
    }

    private func url(_ path: String) -> URL {
        var base = host.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        return URL(string: base + path) ?? host
    }
}

extension Task where Success == Never, Failure == Never {
    static func sleep(seconds: Double) async throws {
        try await sleep(nanoseconds: UInt64(max(0, seconds) * 1_000_000_000))
    }
}
