import Accounts
import Crypto
import Glibc
import TestSupport
import Testing

@testable import Console

/// The programme's time zone on pages, in files, and in what is counted by day.
struct ConsoleZoneTests {
    /// One in which it is another day than in UTC, whenever this runs.
    private static let zone =
        time(nil) % 86_400 > 11 * 3_600
        ? (name: "Pacific/Kiritimati", offset: "+14:00") : (name: "Etc/GMT+12", offset: "-12:00")

    private func withConsole(
        _ body: (TestServer, ConsoleClient) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.timeZone = Self.zone.name
        options.profile = .test
        try await TestServer.with(options) { server in
            try await body(server, try ConsoleClient.signedIn(server, try await server.key(.admin)))
        }
    }

    @Test func `pages show times of the zone and name it, and so do files`() async throws {
        try await withConsole { server, client in
            _ = try server.client.signUp()
            let page = try client.get("/admin/players").text
            #expect(page.contains("Times and days are in \(Self.zone.name)."))
            #expect(page.contains(">\(try local(server, "YYYY-MM-DD"))"))
            #expect(page.contains("\u{A0}\(Self.zone.offset)</time>") && !page.contains("UTC<"))
            let file = try client.get("/admin/players?format=csv")
            let name = "shipmate-players-\(Self.zone.name.replacing("/", with: "-")).csv"
            #expect(file["content-disposition"] == "attachment; filename=\"\(name)\"")
            #expect(file.text.contains("\(try local(server, "YYYY-MM-DD"))T"))
            #expect(file.text.contains(Self.zone.offset) && !file.text.contains("Z\""))
            let health = try client.get("/admin/health").text
            #expect(health.contains("stay as they were"))
        }
    }

    @Test func `charts and the days of links and support actions are those of the zone`() async throws {
        try await withConsole { server, client in
            let today = try local(server, "YYYY-MM-DD")
            let player = try server.client.signUp()
            let overview = try client.get("/admin").text
            #expect(overview.contains("<title>\(today): 1 · signup 1"))
            let (support, _, _) = try await ConsoleOperatorTests.accepted(server, "sam", as: .support)
            let form: [String: String] = [
                "form_token": try support.formToken(), "moderation": "watched", "reason": "looks odd",
                "confirmed": "yes", "before": "good", "id": newID(),
            ]
            let done = try support.submit("/admin/players/\(player.uid)/moderate", form)
            #expect(done.status == 303, "\(done.text.suffix(500))")
            let days = try server.database.psql(
                "SELECT string_agg(day || ' ' || actions, ',') FROM operator_days")
            #expect(days == "\(today) 1")
            #expect(try support.get("/admin/account").text.contains("1 of 200"))
        }
    }

    private func local(_ server: TestServer, _ format: String) throws -> String {
        try server.database.psql("SELECT to_char(now() AT TIME ZONE '\(Self.zone.name)', '\(format)')")
    }
}
