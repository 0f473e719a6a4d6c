import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// The line that each request has in the log.
struct RequestLogTests {
    @Test func `writes a line of JSON a request, and no token, password or e-mail in any`() async throws {
        let log = try TestLog()
        var options = TestServer.Options()
        options.log = log
        var secrets = [TestClient.password, "ben@example.com", "ben%40example.com", "an-install-secret"]
        var replies: [TestClient.Reply] = []
        try await TestServer.with(options) { server in
            let client = try server.client
            var ben = try client.signUp()
            secrets += [ben.token, ben.refreshToken, ben.uid, ben.code]
            replies.append(try client.link(&ben, email: "ben@example.com"))
            let key = try await server.key(.admin)
            secrets += [ben.token, ben.refreshToken, key]
            for path in [
                "?email=ben%40example.com", "/\(ben.uid)", "/ben@example.com", "/\(ben.uid)/nothing",
            ] {
                replies.append(try client.get("/v1/admin/users" + path, token: key))
            }
            replies.append(
                try client.send(
                    "POST", "/v1/users", headers: ["Idempotency-Key": "an-install-secret"],
                    ["referred_by": "ben@example.com"]))
            replies.append(
                try client.send(
                    "POST", "/v1/sessions", ["email": "ben@example.com", "password": "correct horse"]))
            replies.append(try client.get("/" + ben.token, token: key.dropLast() + "x"))
        }
        let text = try log.text
        let lines = try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        let requests = lines.filter { $0["message"] == "request" }
        for reply in replies {
            let id = try #require(reply[header: "x-request-id"])
            let line = try #require(requests.first { $0["id"]?.string == id })
            #expect(
                line.names == ["time", "level", "message", "id", "method", "route", "status", "duration_us"])
            #expect(line["time"]?.isTime == true)
            #expect(line["status"]?.integer == Int64(reply.status))
            #expect(line["duration_us"]?.integer ?? 0 > 0)
        }
        let routes = Set(requests.map { $0["route"]?.string })
        #expect(routes.contains("/v1/admin/users/{uid}"))
        #expect(routes.contains(nil))
    }
}
