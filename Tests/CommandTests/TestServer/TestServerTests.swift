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
        _ = try app.advance("1h")
        let clocks = try [app, other].map { try $0.call("GET", "/test/clock").json["now"]?.string ?? "" }
        #expect(clocks[0].hasPrefix("2026-01-01T01") && clocks[1].hasPrefix("2026-01-01T00"), "\(clocks)")
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
        _ = try app.advance("30d")
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

    @Test func `other sites and other hosts get nothing`() throws {
        #expect(try app.call("GET", "/test/clock", headers: ["Host": "evil.example"]).status == 403)
        #expect(try app.call("GET", "/test/clock", headers: ["Origin": "https://evil.example"]).status == 403)
        #expect(
            try app.call("GET", "/test/clock", headers: ["Origin": "http://localhost:3000"]).status == 200)
    }
}
