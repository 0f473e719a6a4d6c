import EventLoops
import Glibc
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate test-server` in a process of its own, as a stranger's test has it.
struct RunningTestServer {
    let process: ChildProcess
    let port: UInt16
    let line: JSONValue

    /// One for all tests of this process, with which it ends.
    static let shared = Result { try RunningTestServer() }

    init(
        _ options: [String] = ["--clock", "2026-01-01T00:00:00Z"], environment: [String] = [],
        folder: String = ".", input: Int32? = nil, errors: Int32 = STDERR_FILENO
    ) throws {
        let file = "/tmp/shipmate-ready-\(UInt64.random(in: 0 ... .max))"
        let path = "PATH=\(getenv("PATH").map { String(cString: $0) } ?? "")"
        let program = [TemporaryCluster.program, "test-server", "--ready-file", file]
        process = try ChildProcess.start(
            ["/usr/bin/env", "--chdir", folder, path] + environment + program
                + ["--parent-pid", "\(getpid())", "--apps", "4"] + options,
            input: input, errors: errors)
        let deadline = MonotonicInstant.now.adding(milliseconds: 120_000)
        while Files.read(file) == nil, process.poll() == nil, MonotonicInstant.now < deadline {
            usleep(5_000)
        }
        line = try JSONParser.parse(Array(try #require(Files.read(file)).utf8))
        let url = try #require(line["url"]?.string)
        port = try #require(UInt16(url.dropFirst("http://127.0.0.1:".count).dropLast()))
    }

    func stop() {
        process.signal(SIGTERM)
        _ = process.wait(milliseconds: 20_000)
    }

    func app() throws -> StrangersApp {
        let client = try TestClient(port: port)
        let made = try client.send("POST", "/test/apps", headers: ["Host": "127.0.0.1"]).required(201)
        return try StrangersApp(client, made.json)
    }
}

/// An app as its test sees it.
struct StrangersApp {
    /// The user agent of a phone's browser.
    static let phone =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36"

    let client: TestClient
    /// `/t/ID`
    let path: String
    let url: String
    var id: String { String(path.dropFirst("/t/".count)) }
    let adminKey: String
    let serverKey: String

    init(_ client: TestClient, _ made: JSONValue) throws {
        self.client = client
        url = try #require(made["url"]?.string)
        path = String(url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }.dropLast())
        adminKey = try #require(made["admin_key"]?.string)
        serverKey = try #require(made["server_key"]?.string)
    }

    @discardableResult
    func call(
        _ method: String, _ rest: String, _ body: JSONValue? = nil, token: String? = nil,
        headers: [String: String] = [:]
    ) throws -> TestClient.Reply {
        let host = ["Host": "127.0.0.1"].merging(headers) { $1 }
        return try client.send(method, path + rest, token: token, headers: host, body)
    }

    func advance(_ span: String) throws -> JSONValue {
        try call("POST", "/test/clock", ["advance": .string(span)]).required(200).json
    }

    func signUp(referredBy code: String? = nil) throws -> TestUser {
        let body: [JSONMember] = code.map { [JSONMember("referred_by", .string($0))] } ?? []
        return TestUser(try call("POST", "/v1/users", .object(body)).required(201))
    }

    /// A hundred to the referrer of a player who finishes the tutorial, after 48 hours.
    func addHeldRule() throws {
        try call(
            "POST", "/v1/admin/rules",
            [
                "name": "tutorial", "description": "Finished the tutorial", "state": "active",
                "when": .array([["milestone": "tutorial_completed"], ["referred": .bool(true)]]),
                "pay": .array([
                    ["to": "referrer", "currency": "pieces_of_eight", "amount": .integer(100)]
                ]),
                "hold": ["hours": .integer(48)], "limits": ["budget": .integer(1_000_000)],
            ], token: adminKey
        ).required(201)
    }

    func finishTutorial(_ user: TestUser) throws { try finishTutorial(token: user.token) }

    func finishTutorial(token: String) throws {
        try call(
            "POST", "/v1/events",
            [
                "id": "0c0ffee0-0000-4000-8000-000000000001", "type": "milestone_reached",
                "milestone": "tutorial_completed",
            ], token: token
        ).required(200)
    }

    func refresh(_ user: TestUser) throws -> TestUser {
        var user = user
        let reply = try call(
            "POST", "/v1/sessions/refresh", ["refresh_token": .string(user.refreshToken)]
        ).required(200)
        user.token = reply.json["session"]?["access_token"]?.string ?? ""
        user.refreshToken = reply.json["session"]?["refresh_token"]?.string ?? ""
        return user
    }

    func balance(_ user: TestUser) throws -> Int64? {
        try call("GET", "/v1/users/me/balances", token: user.token).required(200)
            .json["balances"]?["pieces_of_eight"]?.integer
    }
}
