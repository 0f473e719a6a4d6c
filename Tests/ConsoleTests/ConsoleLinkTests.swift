import Crypto
import HTTP
import TestSupport
import Testing

@testable import Console

/// Links, made and switched off in the browser.
struct ConsoleLinkTests {
    private static let good = [
        "link": "https://example.com/summer", "alias": "summer", "channel": "email", "tags": "sale, june",
        "title": "Summer <b>sale</b>", "text": "All parrots",
    ]

    private func withConsole(_ body: (TestServer, ConsoleClient, String) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            try await body(server, client, try client.formToken())
        }
    }

    @Test func `a link has a preview, is made once, and is switched off and on`() async throws {
        try await withConsole { server, client, token in
            let query = Self.good.map { "\($0.key)=\($0.value.queryEncoded)" }.joined(separator: "&")
            let preview = try client.get("/admin/new-link?\(query)").text
            #expect(preview.contains("Summer &lt;b&gt;sale&lt;/b&gt;") && preview.contains("All parrots"))
            var fields = preview.hiddenFields
            #expect(fields["alias"] == "summer")
            fields = Self.good.merging(["form_token": token, "id": fields["id"] ?? ""]) { $1 }
            let summary = try client.submit("/admin/links/create", fields)
            #expect(summary.status == 200 && summary.text.contains("sale, june"))
            fields["confirmed"] = "yes"
            for _ in 0..<2 {
                #expect(try client.submit("/admin/links/create", fields)["location"] == "/admin/links/summer")
            }
            fields["title"] = "Other"
            let taken = try client.submit("/admin/links/create", fields)
            #expect(taken.status == 422 && taken.text.contains("Another link has this alias"))
            let page = try client.get("/admin/links/summer").text
            #expect(page.contains("class=\"qr\"") && page.contains("/admin/links/summer/state"))
            for state in ["off", "on"] {
                let change = [
                    "form_token": token, "state": state, "reason": "a test", "confirmed": "yes",
                ]
                for _ in 0..<2 {
                    let reply = try client.submit("/admin/links/summer/state", change)
                    #expect(reply["location"] == "/admin/links/summer")
                }
            }
            let acts = """
                SELECT string_agg(action, ' ' ORDER BY id) FROM audit_entries WHERE action LIKE 'link.%'
                """
            #expect(try server.database.psql(acts) == "link.create link.off link.on")
        }
    }

    @Test func `a form without an alias makes one link, however often it is sent`() async throws {
        try await withConsole { _, client, token in
            let fields = [
                "link": "https://example.com/x", "form_token": token, "id": newID(), "confirmed": "yes",
            ]
            let pages = try (0..<2).map { _ in try client.submit("/admin/links/create", fields)["location"] }
            #expect(pages[0]?.hasPrefix("/admin/links/") == true && pages[0] == pages[1])
            #expect(try client.get(pages[0] ?? "").status == 200)
        }
    }

    @Test(arguments: [
        (["link": "nonsense"], "malformed"), (["link": "javascript:alert(1)"], "https://"),
        (["link": "https://evil.example/"], "does not allow"), (["alias": "a/b"], "hyphens"),
        (["tags": String(repeating: "x", count: 65)], "32 tags"),
        (["title": String(repeating: "x", count: 301)], "too long"),
    ]) func `a mistaken link shows its mistake, and is not made`(
        _ changed: [String: String], _ text: String
    ) async throws {
        try await withConsole { server, client, token in
            let fields = Self.good.merging(changed) { $1 }
            let query = fields.map { "\($0.key)=\($0.value.queryEncoded)" }.joined(separator: "&")
            #expect(try client.get("/admin/new-link?\(query)").text.contains(text))
            let sent = fields.merging(["form_token": token, "id": newID(), "confirmed": "yes"]) { $1 }
            let reply = try client.submit("/admin/links/create", sent)
            #expect(reply.status == 422 && reply.text.contains(text))
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }
}
