import Crypto
import FoundationEssentials
import HTTP
import JSON
import TestSupport

/// A server whose administrator opens the console: Anne's reward for Ben waits for a review.
struct ConsoleStage {
    let server: TestServer
    let anne: TestUser
    /// An administrator's.
    let key: String

    static func with(_ body: (ConsoleStage) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            var anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.uid)
            try client.link(&anne, email: "anne@example.com").required(200)
            try client.link(&ben, email: "ben@example.com").required(200)
            let standing: JSONValue = ["standing": "watched", "reason": "many friends"]
            try client.send("PUT", "/v1/admin/users/\(anne.uid)/standing", token: admin, standing)
                .required(200)
            try client.reachLevel(5, token: ben.token, id: UUID().uuidString.lowercased()).required(200)
            try await body(ConsoleStage(server: server, anne: anne, key: admin))
        }
    }
}
