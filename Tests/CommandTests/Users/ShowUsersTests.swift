import EventLoops
import Reporting
import TestSupport
import Testing

@testable import shipmate

/// `shipmate users show`.
struct ShowUsersTests {
    @Test func `a user is shown by whatever one has of it`() async throws {
        try await AccountFiles.with(AccountFiles.firebaseLine) { files in
            #expect(try await files.run() == nil)
            let reply = try files.signIn("user1@test.com", "user1password")
            let (uid, code) = (TestUser(reply).uid, TestUser(reply).code)
            let found = try await onLoop { loop in
                try await files.server.database.withPool { pool, _ in
                    var found: [[UserLookup.Found]] = []
                    for name in [uid, code, "user1@test.com", "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2", "nobody"] {
                        found.append(try await UserLookup(pool: pool).users(named: name))
                    }
                    return found
                }
            }
            #expect(found.map(\.count) == [1, 1, 1, 1, 0])
            let text = ShowUsers.text(of: try #require(found[0].first))
            #expect(text.contains("uid             \(uid)\nexternal_id     kYi4EvWQlQTKSfnJ3dRSP6IH3ed2\n"))
        }
    }

    @Test func `says how a user signs in, and whether the e-mail is proved`() async throws {
        let anne = #"""
            {"users": [{"localId": "anne", "email": "anne@example.com", "emailVerified": true, "providerUserInfo": [
                {"providerId": "google.com", "rawId": "117"}, {"providerId": "apple.com", "rawId": "9.x"}]}]}
            """#
        try await AccountFiles.with(anne) { files in
            #expect(try await files.run() == nil)
            let found = try await onLoop { loop in
                try await files.server.database.withPool { pool, _ in
                    try await UserLookup(pool: pool).users(named: "anne")
                }
            }
            let lines = ShowUsers.text(of: try #require(found.first)).split(separator: "\n").map(String.init)
            #expect(lines.contains("identities      apple, google"))
            #expect(lines.contains("email_verified  yes"))
        }
    }
}
