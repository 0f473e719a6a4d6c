import HTTP
import TestSupport
import Testing

/// The main job, end to end.
struct StoryTests {
    @Test func `a referred player signs up, levels up, and both are paid once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            let uid = ben.uid
            let linked = try client.link(&ben, email: "Ben@Example.com ")
            #expect(linked.status == 200)
            #expect(ben.uid == uid)
            #expect(ben.email == "ben@example.com")
            #expect(linked.json["rewards"]?[0]?["rule"] == "signup")
            #expect(
                try client.reachLevel(3, token: ben.token, id: "0b0e5f5c-0000-4000-8000-000000000001").status
                    == 200)
            #expect(try client.balance(token: anne.token) == 0)
            #expect(
                try client.reachLevel(6, token: ben.token, id: "0b0e5f5c-0000-4000-8000-000000000002").status
                    == 200)
            #expect(
                try client.reachLevel(4, token: ben.token, id: "0b0e5f5c-0000-4000-8000-000000000003").status
                    == 200)
            #expect(
                try client.reachLevel(5, token: ben.token, id: "0b0e5f5c-0000-4000-8000-000000000004").status
                    == 200)
            #expect(try client.balance(token: anne.token) == 50)
            #expect(try client.balance(token: ben.token) == 50)
        }
    }
}
