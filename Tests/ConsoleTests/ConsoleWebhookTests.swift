import Crypto
import HTTP
import TestSupport
import Testing

/// Webhooks, changed in the browser.
struct ConsoleWebhookTests {
    private static func created(_ story: ConsoleActionTests.Story) throws -> (page: String, secret: String) {
        let fields = [
            "id": freshID(), "url": "https://game.example/hooks?key=1", "description": "The game",
            "type": "reward.paid", "signature": "v1", "headers": "X-Key: very secret",
        ]
        let made = try story.act("/admin/webhooks/create", fields)
        guard let secret = made.text.shownSecret else {
            throw ConsoleFailure(description: "no secret: \(made.status) \(made.text)")
        }
        TestSecrets.note(secret)
        let again = try story.act("/admin/webhooks/create", fields)
        #expect(again.status == 422 && again.text.contains("sent before"))
        return ("/admin/webhooks/\(fields["id"] ?? "")", secret)
    }

    @Test func `a webhook is created once, and its secret and headers are never shown again`() async throws {
        try await ConsoleActionTests.withStory { story in
            let (page, secret) = try Self.created(story)
            #expect(secret.hasPrefix("whsec_"))
            for path in [page, "\(page)/edit", "/admin/webhooks"] {
                let text = try story.client.get(path).text
                #expect(text.contains("The game") && !text.contains(secret) && !text.contains("very secret"))
            }
            #expect(try story.client.get("\(page)/edit").text.contains("X-Key"))
            #expect(try story.acts().filter { $0 == "webhook.create" }.count == 1)
        }
    }

    @Test(arguments: [
        (["url": "http://game.example"], "https://"), (["url": "https://127.0.0.1/"], "not public"),
        (["rate": "0"], "10,000"), (["headers": "nonsense"], "a colon"),
        (["headers": "Host: other"], "can&#39;t be set"), (["currency": "?"], "not in use"),
        (["least": "-1"], "above zero"), (["currency": "pieces_of_eihgt"], "nearest one is pieces_of_eight"),
        (["rule": "levle-5"], "nearest one is level-5"),
        (["least": "5", "type": "level.reached"], "min_amount"),
    ]) func `a mistaken webhook is not created`(_ changed: [String: String], _ text: String) async throws {
        try await ConsoleActionTests.withStory { story in
            let good = [
                "id": freshID(), "url": "https://game.example/", "signature": "v1", "confirmed": "yes",
            ]
            let reply = try story.act("/admin/webhooks/create", good.merging(changed) { $1 })
            #expect(reply.status == 422 && reply.text.contains(text), "\(reply.text)")
            #expect(try story.acts().allSatisfy { $0 != "webhook.create" })
        }
    }

    @Test func `a change of terms seen before another is refused`() async throws {
        try await ConsoleActionTests.withStory { story in
            let (page, _) = try Self.created(story)
            let version = try #require(try story.client.get("\(page)/edit").text.hiddenFields["version"])
            let fields = [
                "version": version, "url": "https://game.example/hooks?key=1", "description": "Renamed",
                "type": "reward.paid", "signature": "v1",
            ]
            #expect(try story.act("\(page)/change", fields)["location"] == page)
            let stale = try story.act("\(page)/change", fields.merging(["confirmed": "yes"]) { $1 })
            #expect(stale.status == 422 && stale.text.contains("meanwhile"))
            let now = try #require(try story.client.get("\(page)/edit").text.hiddenFields["version"])
            let same = try story.act("\(page)/change", fields.merging(["version": now]) { $1 })
            #expect(same.text.contains("Nothing would change"))
            #expect(try story.acts().filter { $0 == "webhook.change" }.count == 1)
        }
    }

    @Test func `tests, replays and other secrets happen once, however often they are sent`() async throws {
        try await ConsoleActionTests.withStory { story in
            let (page, _) = try Self.created(story)
            let version = try #require(try story.client.get(page).text.hiddenFields["version"])
            let forms = [
                ("test", ["id": freshID(), "type": "reward.paid"]),
                ("replay", ["id": freshID(), "from": "2026-01-01T00:00", "until": "2026-01-02T00:00"]),
            ]
            for (name, fields) in forms {
                for _ in 0..<2 {
                    #expect(try story.act("\(page)/\(name)", fields)["location"] == page, "\(name)")
                }
                #expect(try story.acts().filter { $0 == "webhook.\(name)" }.count == 1)
            }
            #expect(try story.client.get("\(page)?format=csv").text.contains("reward.paid"))
            let rotated = try story.act("\(page)/rotate", ["version": version])
            #expect(rotated.text.shownSecret?.hasPrefix("whsec_") == true)
            let stale = try story.act("\(page)/rotate", ["version": version, "confirmed": "yes"])
            #expect(stale.status == 422)
            #expect(try story.act("\(page)/remove", [:])["location"] == "/admin/webhooks")
            #expect(try story.client.get(page).status == 404)
        }
    }

    @Test func `a disabled webhook is enabled, and a delivery is sent again`() async throws {
        try await ConsoleActionTests.withStory { story in
            let (page, _) = try Self.created(story)
            let id = page.split(separator: "/").last ?? ""
            let test = ["id": freshID(), "type": "reward.paid"]
            #expect(try story.act("\(page)/test", test).status == 303)
            let attempts = "SELECT attempts FROM deliveries WHERE webhook = '\(id)'"
            let wasTried = try await eventually { try story.server.database.psql(attempts) == "1" }
            #expect(wasTried)
            let failed = """
                UPDATE deliveries SET state = 'failed', due_at = NULL WHERE webhook = '\(id)';
                UPDATE webhooks SET state = 'disabled' WHERE id = '\(id)'
                """
            try story.server.database.psql(failed)
            let refused = try story.act("\(page)/test", ["id": freshID(), "type": "reward.paid"])
            #expect(refused.status == 422 && refused.text.contains("Enable it first"))
            #expect(try story.act("\(page)/enable", [:])["location"] == page)
            let link = try #require(
                try story.client.get(page).text.firstMatch(of: /href="([^"]*\/resend[^"]*)"/))
            let form = try story.client.get(String(link.1).replacing("&amp;", with: "&")).text.hiddenFields
            for _ in 0..<2 {
                #expect(try story.act("\(page)/resend", form)["location"] == page)
            }
            #expect(try story.acts().filter { $0 == "webhook.resend" }.count == 1)
        }
    }
}
