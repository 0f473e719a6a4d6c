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

    init(_ method: String, _ path: String, _ body: JSON) throws {
        self.init(method, path)
        self.body = try body.data
    }
}

/// Makes calls, and repeats those whose reply was lost or is temporary. Each call is safe to repeat.
struct Caller: Sendable {
    let host: URL
    let transport: any Transport
    let random: Random
    let log: Log

    private enum Step {
        case done(JSON)
        case again(afterSeconds: Double)
    }

    /// The reply's body; `.null` for an empty one.
    @discardableResult
    func value(_ call: Call) async throws -> JSON {
        var attempt = 1
        while true {
            switch try await step(call, attempt) {
            case .done(let value): return value
            case .again(let seconds): try await Task.sleep(seconds: seconds)
            }
            attempt += 1
        }
    }

    private func step(_ call: Call, _ attempt: Int) async throws -> Step {
        let problem: Problem
        do {
            let reply = try await transport.reply(to: request(call))
            // A good status with something else than the API's reply, such as a portal's page, is no reply.
            if (200..<300).contains(reply.status) {
                return .done(reply.body.isEmpty ? .null : try JSON(reply.body))
            }
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
