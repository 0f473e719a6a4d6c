import Accounts
import HTTP
import JSON
import TestSupport
import Testing

/// A web game on a site of its own, in a real browser: its script calls the API as its origin is allowed to.
@Suite(.serialized) struct CrossOriginInBrowserTests {
    private func withGame(_ body: (Browser) throws -> Void) async throws {
        var options = TestServer.Options()
        options.crossOrigin = CrossOrigin(["http://game.example"].compactMap { Origin($0) })
        let site = try await PageServer()
        try await TestServer.with(options) { server in
            let browser = try Browser(
                hosts: ["api.example"], port: server.port,
                elsewhere: ["game.example": site.port, "other.example": site.port])
            defer { browser.close() }
            try body(browser)
        }
    }

    /// Signs up, reaches a level, reads the balances, and is refused once: each with what its script saw.
    private static let play = """
        (async () => {
            const call = async (method, path, token, body) => {
                const headers = {"Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-")}
                if (token) headers.Authorization = "Bearer " + token
                if (body) headers["Content-Type"] = "application/json"
                const reply = await fetch("http://api.example" + path,
                    {method, headers, body: body && JSON.stringify(body)})
                return {status: reply.status, id: reply.headers.get("X-Request-Id"),
                    wants: reply.headers.get("WWW-Authenticate"), json: await reply.json()}
            }
            try {
                const user = await call("POST", "/v1/users", null, {})
                const token = user.json.session.access_token
                const event = await call("POST", "/v1/events", token,
                    {id: "0198b2a0-0000-7000-8000-000000000001", type: "level_reached", level: 6})
                const name = await call("PUT", "/v1/users/me/referrer", token, {referred_by: user.json.user.uid})
                const balances = await call("GET", "/v1/users/me/balances", token)
                const refused = await call("GET", "/v1/users/me/balances", "nobody's")
                return {user, event, name, balances, refused}
            } catch (error) { return String(error) }
        })()
        """

    @Test func `a listed site signs a player up, posts an event and reads the balance`() async throws {
        try await withGame { browser in
            try browser.open("http://game.example/")
            let seen = try browser.evaluate(Self.play)
            #expect(seen["user"]?["status"] == 201, "\(seen)")
            #expect(seen["event"]?["status"] == 200)
            #expect(seen["event"]?["json"]?["user"]?["highest_level"] == 6)
            #expect(seen["name"]?["json"]?["type"] == "/problems/self-referral")
            #expect(seen["balances"]?["status"] == 200)
            #expect(seen["balances"]?["json"]?["uid"] == seen["user"]?["json"]?["user"]?["uid"])
            #expect(seen["refused"]?["status"] == 401)
            #expect(seen["refused"]?["json"]?["type"] == "/problems/unauthenticated")
            #expect(seen["refused"]?["wants"] == "Bearer")
            let id = seen["refused"]?["id"]?.string
            #expect(id?.count == 16 && id == seen["refused"]?["json"]?["request_id"]?.string)
        }
    }

    @Test func `another site's script reads nothing`() async throws {
        try await withGame { browser in
            try browser.open("http://other.example/")
            #expect(try browser.evaluate(Self.play).string == "TypeError: Failed to fetch")
        }
    }
}
