import Accounts
import Crypto
import HTTP
import TestSupport
import Testing

extension AccessMatrixTests {
    enum Caller: String, CaseIterable {
        case nobody
        /// The one whose uid the path names, where it names one.
        case user
        case otherUser
        case server
        case read
        case admin
        case links
        case branch
        case revokedKey
        case revokedSession

        /// As one that was refused is told who it is.
        var name: String {
            [.user, .otherUser].contains(self) ? "a user's access token" : "a key with the scope \(rawValue)"
        }
    }

    struct Keys {
        let server: String
        let read: String
        let admin: String
        let links: String
        let branch: String
        let revoked: String

        init(_ server: TestServer) async throws {
            self.server = try await server.key(.server)
            read = try await server.key(.read)
            admin = try await server.key(.admin)
            links = try await server.key(.links)
            branch = try await server.key(.branch)
            revoked = try await server.key(.admin)
            // Known to the loops before it is revoked.
            _ = try server.client.get("/v1/admin/stats", token: revoked)
            try await server.revoke(key: revoked)
            let (here, there) = (try server.client, try server.client)
            let (stats, token) = ("/v1/admin/stats", revoked)
            let isKnown = try await eventually {
                try here.get(stats, token: token).status == 401
                    && there.get(stats, token: token).status == 401
            }
            #expect(isKnown)
        }
    }
}
