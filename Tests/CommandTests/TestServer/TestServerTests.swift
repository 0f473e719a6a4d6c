import EventLoops
import Glibc
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate test-server`, from outside.
@Suite(.serialized) struct TestServerTests {
    private let server: RunningTestServer
    private let app: StrangersApp

    init() throws {
        server = try RunningTestServer.shared.get()
        app = try server.app()
    }

    @Test func `a stranger's test plays a referral over a hold, and keeps its account without a reply`()
        throws
    {
        try app.addHeldRule()
        var anne = try app.signUp()
        let ben = try app.signUp(referredBy: anne.code)
        try app.finishTutorial(ben)
        #expect(try app.advance("47h")["released"] == .integer(0))
        anne = try app.refresh(anne)
        #expect(try app.balance(anne) == nil)
        #expect(try app.advance("2h")["released"] == .integer(1))
        anne = try app.refresh(anne)
        #expect(try app.balance(anne) == 100)
        try app.call(
            "POST", "/test/faults", ["match": "POST /v1/sessions/refresh", "do": "lose_reply"]
        ).required(204)
        #expect(throws: (any Error).self) { try app.refresh(anne) }
        let again = try StrangersApp(TestClient(port: server.port), appJSON)
        anne = try again.refresh(anne)
        #expect(try again.balance(anne) == 100)
    }

    private var appJSON: JSONValue {
        [
            "url": .string(app.url), "admin_key": .string(app.adminKey),
            "server_key": .string(app.serverKey),
        ]
    }

    @Test func `apps know nothing of each other`() throws {
        let (other, anne) = (try server.app(), try app.signUp())
        #expect(try other.call("GET", "/v1/admin/rules", token: app.adminKey).status == 401)
        #expect(try other.call("GET", "/v1/users/me", token: anne.token).status == 401)
        #expect(try app.call("GET", "/v1/admin/rules", token: app.adminKey).status == 200)
        #expect(app.adminKey.hasPrefix("test_"))
        #expect(try app.advance("1h")["days"] == .integer(0))
        let clocks = try [app, other].map { try $0.call("GET", "/test/clock").json["now"]?.string ?? "" }
        #expect(clocks[0].hasPrefix("2026-01-01T01") && clocks[1].hasPrefix("2026-01-01T00"), "\(clocks)")
    }

    @Test func `days are those of the time zone that is set`() throws {
        let server = try RunningTestServer(
            ["--clock", "2026-01-01T02:30:00Z"], environment: ["SHIPMATE_TIME_ZONE=America/Santiago"])
        defer { server.stop() }
        let app = try server.app()
        _ = try app.signUp()
        func last() throws -> JSONValue? {
            try app.call("GET", "/v1/admin/timeline?measure=users", token: app.adminKey).json["days"]?.array?
                .last
        }
        #expect(try last() == ["day": "2025-12-31", "value": 1])
        _ = try app.advance("1h")
        #expect(try last() == ["day": "2026-01-01", "value": 0])
    }

    @Test func `every reply says that it is a test's`() throws {
        for path in ["/v1/users/me", "/test/clock", "/nowhere"] {
            #expect(try app.call("GET", path)[header: "shipmate-test"] == "1")
        }
    }

    @Test func `the clock moves forward only, and stands where it is frozen`() throws {
        for body: JSONValue in [["at": "2025-12-31T00:00:00Z"], ["advance": "-1h"], ["advance": "soon"], [:]]
        {
            #expect(try app.call("POST", "/test/clock", body).status == 422, "\(body)")
        }
        try app.call("POST", "/test/clock", ["at": "2026-03-01T12:00:00Z", "frozen": .bool(true)]).required(
            200)
        let anne = try app.signUp()
        let user = try app.call("GET", "/v1/users/me", token: anne.token).json["user"]
        #expect(user?["created_at"] == "2026-03-01T12:00:00.000Z")
        #expect(try app.call("GET", "/test/clock").json["now"] == "2026-03-01T12:00:00.000Z")
        #expect(try app.call("POST", "/test/clock", ["frozen": .bool(false)]).json["frozen"] == .bool(false))
    }

    @Test func `work is done at its own time`() throws {
        try app.addHeldRule()
        let anne = try app.signUp()
        let ben = try app.signUp(referredBy: anne.code)
        try app.finishTutorial(ben)
        #expect(try app.advance("30d")["days"] == .integer(30))
        let ledger = try app.call("GET", "/v1/users/me/ledger", token: try app.refresh(anne).token).json
        let paidAt = ledger["entries"]?[0]?["created_at"]?.string ?? ""
        #expect(paidAt.hasPrefix("2026-01-03T00:00:0"), "\(ledger)")
    }

    @Test func `a reset forgets everything, under the same url and keys`() throws {
        let anne = try app.signUp()
        _ = try app.advance("1d")
        let reset = try app.call("POST", "/test/reset").required(200).json
        #expect(reset["url"]?.string == app.url && reset["admin_key"]?.string == app.adminKey)
        #expect(try app.call("GET", "/v1/users/me", token: anne.token).status == 401)
        #expect(try app.call("GET", "/v1/admin/rules", token: app.adminKey).status == 200)
        #expect(try app.call("GET", "/test/clock").json["now"]?.string?.hasPrefix("2026-01-01T00") == true)
        #expect(try app.call("GET", "/test/calls").json["calls"]?.array?.count == 2)
    }

    @Test func `apps without calls are parked, and come back with their clock and data`() async throws {
        let anne = try app.signUp()
        try app.call(
            "POST", "/test/clock", ["at": "2026-03-01T12:00:00Z", "frozen": .bool(true)]
        ).required(200)
        let running = try server.app()
        _ = try running.advance("30d")
        // More than are awake at once.
        let others = try (0..<20).map { _ in try server.app() }
        // The root, and those that another test calls at this moment.
        let isParked = await eventually {
            let counts = try? others[19].call("GET", "/test/apps").json
            return (counts?["awake"]?.integer ?? .max) <= 14
        }
        #expect(isParked)
        let clock = try app.call("GET", "/test/clock").required(200).json
        #expect(clock["now"] == "2026-03-01T12:00:00.000Z" && clock["frozen"] == .bool(true))
        let now = try running.call("GET", "/test/clock").json["now"]?.string ?? ""
        #expect(now.hasPrefix("2026-01-31T00"))
        let made = try app.signUp(referredBy: anne.code)
        let user = try app.call("GET", "/v1/users/me", token: made.token).required(200).json["user"]
        #expect(user?["created_at"] == "2026-03-01T12:00:00.000Z")
        for app in others + [running] { try app.call("DELETE", "/test").required(204) }
    }

    @Test func `the console is not served, and says so`() throws {
        let reply = try app.call("GET", "/admin/players").required(404)
        #expect(reply.json["detail"]?.string?.contains("shipmate serve") == true)
    }

    @Test func `faults meet streams too`() throws {
        let path = "/v1/users/me/stream"
        try app.call("POST", "/test/faults", ["match": .string("GET \(path)"), "status": .integer(503)])
            .required(204)
        let anne = try app.signUp()
        #expect(try app.call("GET", path, token: anne.token).status == 503)
        for fault in ["cut", "lose_reply"] {
            try StrangersApp(TestClient(port: server.port), appJSON).call(
                "POST", "/test/faults", ["match": .string("GET \(path)"), "do": .string(fault)]
            ).required(204)
            let client = try StrangersApp(TestClient(port: server.port), appJSON)
            #expect(throws: RawHTTPClient.Failure.closed(received: "")) {
                try client.call("GET", path, token: anne.token)
            }
        }
    }

    @Test func `a call that waits while its app is deleted is told so`() async throws {
        // The call is in before the app is deleted, sooner or later.
        #expect(
            try await eventually {
                let app = try server.app()
                let waiting = try TestClient(port: server.port).http
                try waiting.send(
                    "GET \(app.path)/test/mails?wait=30s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                try app.call("DELETE", "/").required(204)
                return try waiting.reply().text.contains("\"The app was deleted.\"")
            })
    }

    @Test func `an app that is deleted is gone`() throws {
        #expect(try app.call("DELETE", "/").status == 204)
        #expect(try app.call("GET", "/v1/users/me").status == 404)
    }

    @Test func `mails are there at once, with links into the app`() throws {
        var anne = try app.signUp()
        let linked = try app.call(
            "PUT", "/v1/users/me/credential",
            ["email": "anne@example.com", "password": "correct horse battery staple"], token: anne.token)
        anne = TestUser(try linked.required(200))
        try app.call("POST", "/v1/password-resets", ["email": "anne@example.com"]).required(202)
        let mails = try app.call("GET", "/test/mails?to=anne@example.com&wait=5s").json["mails"]
        let link = mails?[0]?["link"]?.string ?? ""
        #expect(link.hasPrefix(app.url + "reset?token="), "\(link)")
        #expect(mails?[0]?["text"]?.string?.contains(link) == true)
        #expect(try app.call("GET", "/test/mails?to=ben@example.com").json["mails"] == .array([]))
        let path = String(link.dropFirst(app.url.count - 1))
        #expect(try app.call("GET", path).status == 200)
    }

    @Test func `calls are kept in order, with cut ones`() throws {
        try app.call("POST", "/test/faults", ["match": "GET /v1/users/*", "status": .integer(503)]).required(
            204)
        #expect(try app.call("GET", "/v1/users/me").status == 503)
        #expect(try app.call("GET", "/v1/users/me").status == 401)
        try app.call("POST", "/test/faults", ["match": "GET /v1/users/me", "do": "cut"]).required(204)
        #expect(throws: (any Error).self) { try app.call("GET", "/v1/users/me") }
        let again = try StrangersApp(TestClient(port: server.port), appJSON)
        let calls = try again.call("GET", "/test/calls").json["calls"]?.array ?? []
        #expect(calls.map { $0["status"] } == [.integer(503), .integer(401), .null])
        #expect(calls[0]["path"] == "/v1/users/me" && calls[0]["method"] == "GET")
        for body: JSONValue in [
            ["match": "GET", "do": "cut"], ["match": "GET /x", "do": "explode"], ["do": "cut"],
        ] {
            #expect(try again.call("POST", "/test/faults", body).status == 422, "\(body)")
        }
    }

    @Test func `webhooks are received and verified, and retried by the clock`() throws {
        let url = JSONValue.string(app.url + "test/webhooks")
        try app.call(
            "POST", "/v1/admin/webhooks", ["url": url, "types": .array(["user.created"])],
            token: app.adminKey
        ).required(201)
        _ = try app.signUp()
        let received = try app.call("GET", "/test/webhooks?wait=10s").json
        #expect(received["webhooks"]?.array?.count == 1, "\(received)")
        #expect(received["webhooks"]?[0]?["verified"] == .bool(true))
        #expect(received["webhooks"]?[0]?["body"]?["type"] == "user.created")
        #expect(try app.call("POST", "/test/webhooks", [:]).status == 401)
    }

    @Test func `a seed makes the same players in each run`() throws {
        let seed: JSONValue = [
            "players": .array([
                ["name": "anne", "email": "anne@example.com"],
                ["name": "ben", "referred_by": "anne", "level": .integer(5)],
            ])
        ]
        let first = try app.call("POST", "/test/seed", seed).required(200).json["players"]
        let second = try server.app().call("POST", "/test/seed", seed).required(200).json["players"]
        #expect(first?[0]?["uid"] == second?[0]?["uid"] && first?[1]?["uid"] == second?[1]?["uid"])
        let token = first?[0]?["access_token"]?.string
        #expect(
            try app.call("GET", "/v1/users/me", token: token).json["user"]?["email"] == "anne@example.com")
        let unknown: JSONValue = ["players": .array([["name": "ben", "referred_by": "anne"]])]
        #expect(try app.call("POST", "/test/seed", unknown).mistakes == ["/players/0/referred_by invalid"])
    }

    @Test func `links are claimed also after months`() throws {
        _ = try app.advance("90d")
        let anne = try app.signUp()
        let invite = try app.call("POST", "/v1/invites", [:], token: anne.token).required(201).json
        let code = invite["link"]?["code"]?.string ?? ""
        let opened = try app.client.send(
            "GET", "/\(code)", headers: ["Host": "\(app.id).localhost", "User-Agent": StrangersApp.phone])
        let click = opened[header: "location"]?.split(separator: "link_click_id%3D").last ?? ""
        let claim: JSONValue = [
            "install_referrer": .string("link_click_id=\(click)"), "bundle_id": "com.example.game",
            "device": ["platform": "android", "os_version": "14", "model": "Pixel 8"],
        ]
        #expect(try app.call("POST", "/v1/links/claim", claim).json["match"] == "unique")
    }

    @Test func `pages of this machine may call, and read replies`() throws {
        let origin = "http://localhost:3000"
        let reply = try app.call("POST", "/v1/users", [:], headers: ["Origin": origin]).required(201)
        #expect(reply[header: "access-control-allow-origin"] == origin)
        let question = ["Origin": origin, "Access-Control-Request-Method": "POST"]
        for path in ["/v1/users", "/test/clock"] {
            let allowed = try app.call("OPTIONS", path, headers: question).required(204)
            #expect(allowed[header: "access-control-allow-methods"]?.contains("POST") == true)
            #expect(allowed[header: "access-control-allow-headers"]?.contains("Content-Type") == true)
        }
        let foreign = try app.call("GET", "/v1/users/me", headers: ["Origin": "https://evil.example"])
        #expect(foreign.status == 403 && foreign[header: "access-control-allow-origin"] == nil)
    }

    @Test func `other sites and other hosts get nothing`() throws {
        #expect(try app.call("GET", "/test/clock", headers: ["Host": "evil.example"]).status == 403)
        #expect(try app.call("GET", "/test/clock", headers: ["Origin": "https://evil.example"]).status == 403)
        #expect(
            try app.call("GET", "/test/clock", headers: ["Origin": "http://localhost:3000"]).status == 200)
    }
}
