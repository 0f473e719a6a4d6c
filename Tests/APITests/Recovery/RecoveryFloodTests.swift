import HTTP
import JSON
import TestSupport
import Testing

/// Whoever knows the password sends it again and again while the owner resets it.
struct RecoveryFloodTests {
    private static let attempts = 24

    @Test(arguments: 1...3)
    func `of sign-ins and changes that race a reset none outlives it`(_ round: Int) async throws {
        try await RecoveryCast.with { cast in
            try cast.askReset()
            let mail = try await cast.mail(for: "/reset")
            let clients = try (0..<Self.attempts).map { _ in try cast.here.server.client }
            for (index, client) in clients.enumerated() {
                if index % 6 == 5 {
                    try client.post(
                        "PUT", "/v1/users/me/password", token: cast.owner.token,
                        [
                            "current_password": .string(TestClient.password),
                            "password": .string("the thief's word \(index)"),
                        ])
                } else {
                    try client.post(
                        "POST", "/v1/sessions",
                        ["email": .string(cast.email), "password": .string(TestClient.password)])
                }
            }
            try cast.reset(by: mail).required(200)
            let replies = try clients.map { try $0.reply() }
            #expect(replies.allSatisfy { [200, 401, 403, 409, 503].contains($0.status) })
            for reply in replies where reply.status == 200 {
                let token = reply.json["session"]?["refresh_token"] ?? .null
                let refreshed = try cast.client.send("POST", "/v1/sessions/refresh", ["refresh_token": token])
                #expect(refreshed.status == 401)
            }
            #expect(try cast.here.server.database.psql("SELECT count(*) FROM sessions") == "0")
            // The flood's hashes may still be under way: until then it is 503.
            let isSignedIn = try await eventually {
                try cast.here.signIn(cast.email, RecoveryCast.newPassword).status == 200
            }
            #expect(isSignedIn)
        }
    }
}
