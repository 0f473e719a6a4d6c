import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// The database of a deleted app serves another: nothing of the first is left in it.
struct RecycledDatabaseTests {
    @Test func `a database that served an app equals a new clone`() async throws {
        let server = try RunningTestServer()
        defer { server.stop() }
        let databases = try AppDatabases(of: server)
        let (used, app) = try await playedApp(server, databases)
        // Besides the first app's there is a clone for each of --apps, and this one.
        #expect(try await eventually { try await databases.names().count == 6 })
        let unused = try #require(try await databases.names().last { $0 != used })
        let fresh = try await databases.contents(of: unused)
        #expect(fresh.count > 1_000)
        let written = try await databases.written(in: used)
        #expect(written.count >= 25, "\(written)")
        _ = try app.advance("100d")
        try app.call("DELETE", "/test").required(204)
        // A look while it is emptied loses its connection.
        _ = await eventually(seconds: 30) { (try? await databases.contents(of: used)) == fresh }
        let left = Set(try await databases.contents(of: used)).subtracting(fresh)
        #expect(left.isEmpty, "\(left.sorted())")
        #expect(try await databases.contents(of: used) == fresh)
        try await playAgain(server, databases, in: used)
    }

    private func playedApp(
        _ server: RunningTestServer, _ databases: AppDatabases
    ) async throws -> (database: String, StrangersApp) {
        let app = try server.app()
        try RichStory(app: app).play()
        var used: [String] = []
        for name in try await databases.names() {
            if try await !databases.query(name, "SELECT FROM users").isEmpty { used.append(name) }
        }
        #expect(used.count == 1)
        return (try #require(used.first), app)
    }

    /// The same ids are free, and tokens of the first app are refused.
    private func playAgain(
        _ server: RunningTestServer, _ databases: AppDatabases, in database: String
    ) async throws {
        for _ in 0..<8 {
            let app = try server.app()
            try RichStory(app: app).play()
            let users = try await databases.query(database, "SELECT FROM users").count
            try app.call("DELETE", "/test").required(204)
            if users > 0 { return }
        }
        Issue.record("no other app got the database")
    }

    @Test func `a database with other tables is dropped`() async throws {
        let server = try RunningTestServer()
        defer { server.stop() }
        let databases = try AppDatabases(of: server)
        let (used, app) = try await playedApp(server, databases)
        _ = try await databases.query(used, "CREATE TABLE strangers (name text)")
        try app.call("DELETE", "/test").required(204)
        #expect(try await eventually { try await !databases.names().contains(used) })
    }

    @Test func `an app's tokens end with it, whatever gets its database`() async throws {
        let server = try RunningTestServer.shared.get()
        let former = try server.app()
        let anne = try former.signUp()
        try former.call("DELETE", "/test").required(204)
        for _ in 0..<6 {
            let app = try server.app()
            #expect(try app.call("GET", "/v1/users/me", token: anne.token).status == 401)
            #expect(try app.call("GET", "/v1/admin/rules", token: former.adminKey).status == 401)
            try app.call("DELETE", "/test").required(204)
        }
    }
}
