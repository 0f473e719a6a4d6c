import Accounts
import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing

@testable import Console

/// Trust and checks: a form, a summary, and the change.
struct ConsoleTrustTests {
    /// The fields as a new installation's page has them, but for one source and two checks.
    private static let changed = [
        "version": "1", "claim_unique": "pay", "claim_default": "hold", "claim_weak": "deny", "code": "pay",
        "unproven": "deny", "user_events": "pay", "same_device": "hold", "same_device_at_least": "2",
        "same_network": "", "burst": "", "too_fast": "", "same_mailbox": "", "disposable_mail": "",
        "ring": "deny",
    ]

    private func changes(_ server: TestServer) throws -> String {
        try server.database.psql("SELECT count(*) FROM audit_entries WHERE action = 'programme.change'")
    }

    @Test func `a change shows what becomes another, and is made once`() async throws {
        try await TestServer.with { server in
            let (client, admin) = (
                try ConsoleClient.signedIn(server, try await server.key(.admin)), try await server.key(.admin)
            )
            #expect(try client.get("/admin/rules").text.contains("href=\"/admin/trust\""))
            #expect(try client.get("/admin/trust").text.contains("name=\"version\" value=\"1\""))
            var fields = Self.changed
            fields["form_token"] = try client.formToken()
            let summary = try client.submit("/admin/trust/change", fields).text
            for text in ["Pay → Deny", "Off → Hold for a review, At least: 2", "Off → Deny"] {
                #expect(summary.contains(text), "\(text)")
            }
            #expect(!summary.contains("A likely match"))
            #expect(try changes(server) == "0")
            fields["confirmed"] = "yes"
            #expect(try client.submit("/admin/trust/change", fields)["location"] == "/admin/trust")
            let programme = try server.client.send("GET", "/v1/admin/programme", token: admin).json[
                "programme"]
            #expect(programme?["referrals"]?["unproven"] == "deny")
            #expect(programme?["checks"]?["same_device"] == ["action": "hold", "at_least": 2])
            let again = try client.submit("/admin/trust/change", fields)
            #expect(again.status == 422 && again.text.contains("meanwhile"))
            fields["confirmed"] = nil
            #expect(try client.submit("/admin/trust/change", fields).status == 422)
            fields["version"] = "2"
            let same = try client.submit("/admin/trust/change", fields)
            #expect(same.status == 422 && same.text.contains("Nothing would change"))
            #expect(try changes(server) == "1")
        }
    }

    @Test(arguments: ["", "0", "100001", "two"]) func `a check's number has its range`(
        _ number: String
    ) async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            var fields = Self.changed.merging(["same_device_at_least": number]) { $1 }
            fields["form_token"] = try client.formToken()
            let refused = try client.submit("/admin/trust/change", fields)
            #expect(refused.status == 422)
            #expect(refused.text.contains("At least is a whole number from 1 to 100,000"))
            fields["unproven"] = nil
            fields["same_device_at_least"] = "2"
            #expect(try client.submit("/admin/trust/change", fields).status == 404)
        }
    }

    @Test func `with four eyes it waits for a second operator`() async throws {
        var options = TestServer.Options()
        options.approvals = [.rules]
        try await TestServer.with(options) { server in
            let anne = try await ConsoleOperatorTests.accepted(server, "anne", as: .manager).client
            let ben = try await ConsoleOperatorTests.accepted(server, "ben", as: .manager).client
            var fields = Self.changed.merging(["confirmed": "yes"]) { $1 }
            fields["form_token"] = try anne.formToken()
            let change = try #require(try anne.submit("/admin/trust/change", fields)["location"])
            #expect(change.hasPrefix("/admin/changes/"))
            #expect(try changes(server) == "0")
            #expect(try ben.get(change).text.contains("Off → Hold for a review, At least: 2"))
            let approval = ["form_token": try ben.formToken(), "confirmed": "yes"]
            #expect(try ben.submit("\(change)/approve", approval).status == 303)
            #expect(try changes(server) == "1")
            #expect(try anne.get("/admin/trust").text.contains("name=\"version\" value=\"2\""))
        }
    }

    @Test func `one who may only read sees the settings without a form`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            let page = try client.get("/admin/trust").text
            #expect(page.contains("A sure match") && !page.contains("/admin/trust/change"))
            var fields = Self.changed
            fields["form_token"] = try client.formToken()
            #expect(try client.submit("/admin/trust/change", fields).status == 403)
        }
    }
}
