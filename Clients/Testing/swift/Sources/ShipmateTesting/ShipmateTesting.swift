import Foundation
import Testing
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A trait of Swift Testing: each test, or each test of a suite, gets a Shipmate app of its own.
///
///     @Test(.shipmate) func `a player signs up`() async throws {
///         let user = try await ShipmateApp.current.call("POST", "/v1/users", [:])
///     }
///
/// The program is `shipmate` in the path, or the one that `SHIPMATE_BINARY` names. `SHIPMATE_TEST_SERVER` names the URL of
/// a server that runs already, and `SHIPMATE_TEST_TOKEN` its token.
public struct ShipmateTrait: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let app = try await ShipmateServer.shared.makeApp()
        let result: Result<Void, any Error>
        do { result = .success(try await ShipmateApp.$bound.withValue(app) { try await function() }) }
        catch { result = .failure(error) }
        try await app.test("DELETE", "/test")
        try result.get()
    }
}

extension Trait where Self == ShipmateTrait {
    public static var shipmate: Self { Self() }
}

/// A reply with a status of 400 or more.
public struct ShipmateRefusal: Error {
    public let status: Int
    let body: Data
    public var problem: [String: Any]? { try? JSONSerialization.jsonObject(with: body) as? [String: Any] }
}

/// One app, with its own database, clock, mails and webhooks. Bodies and replies are JSON objects.
public struct ShipmateApp: Sendable {
    public typealias JSON = [String: Any]

    @TaskLocal static var bound: ShipmateApp?

    /// The app of the test that runs.
    public static var current: ShipmateApp {
        guard let bound else { preconditionFailure("The test needs the trait .shipmate.") }
        return bound
    }

    public let url, adminKey, serverKey: String
    let token: String?

    public var webhookURL: String { url + "test/webhooks" }

    /// A cut connection is a `URLError`.
    @discardableResult
    public func call(_ method: String, _ path: String, _ body: JSON? = nil, token: String? = nil) async throws
        -> JSON
    {
        try await Self.send(url, method, path, body, token)
    }

    @discardableResult
    func test(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        try await call(method, path, body, token: token)
    }

    /// Moves the clock, such as by `49h`. Returns what was done meanwhile.
    @discardableResult
    public func advance(_ span: String) async throws -> JSON {
        try await test("POST", "/test/clock", ["advance": span])
    }

    @discardableResult
    public func freeze() async throws -> JSON { try await test("POST", "/test/clock", ["frozen": true]) }

    /// Signs players up, such as `["name": "anne"]`. Returns them by name, with uid and tokens.
    public func seed(_ players: [JSON], programme: JSON? = nil) async throws -> [String: JSON] {
        var body: JSON = ["players": players]
        body["programme"] = programme
        let made = try await test("POST", "/test/seed", body)["players"] as? [JSON] ?? []
        return Dictionary(made.map { ($0["name"] as? String ?? "", $0) }) { $1 }
    }

    public func list(_ name: String, query: String = "") async throws -> [JSON] {
        try await test("GET", "/test/\(name)?\(query)")[name] as? [JSON] ?? []
    }

    /// Has the next calls that match fail: `["do": "lose_reply"]`, `["do": "cut"]`, `["status": 503]`, `["delay": "2s"]`.
    public func fault(_ match: String, _ kind: JSON, times: Int = 1) async throws {
        try await test("POST", "/test/faults", kind.merging(["match": match, "times": times]) { $1 })
    }

    public func reset() async throws { try await test("POST", "/test/reset") }

    static func send(
        _ base: String, _ method: String, _ path: String, _ body: JSON?, _ token: String?
    ) async throws -> JSON {
        var request = URLRequest(
            url: URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path)!)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
        }
        // A connection each: on a kept one Foundation repeats requests whose replies are lost.
        let (data, reply) = try await URLSession(configuration: .ephemeral).data(for: request)
        let status = (reply as? HTTPURLResponse)?.statusCode ?? 0
        guard status < 400 else { throw ShipmateRefusal(status: status, body: data) }
        return data.isEmpty ? [:] : try JSONSerialization.jsonObject(with: data) as? JSON ?? [:]
    }
}

/// The server of this process. It ends with its standard input, however the tests end.
private actor ShipmateServer {
    static let shared = ShipmateServer()

    private let environment = ProcessInfo.processInfo.environment
    private var url: String?
    private var held: (Process, Pipe)?

    func makeApp() async throws -> ShipmateApp {
        let token = environment["SHIPMATE_TEST_TOKEN"]
        let made = try await ShipmateApp.send(try base(), "POST", "/test/apps", nil, token)
        return ShipmateApp(
            url: made["url"] as? String ?? "", adminKey: made["admin_key"] as? String ?? "",
            serverKey: made["server_key"] as? String ?? "", token: token)
    }

    private func base() throws -> String {
        if let url = url ?? environment["SHIPMATE_TEST_SERVER"] { return url }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [environment["SHIPMATE_BINARY"] ?? "shipmate", "test-server"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1) {
            line += byte
        }
        held = (process, input)
        url = (try JSONSerialization.jsonObject(with: line) as? [String: Any])?["url"] as? String
        return url ?? ""
    }
}
