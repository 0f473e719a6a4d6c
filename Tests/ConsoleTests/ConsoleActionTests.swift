import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Actions: each shows what it will do, does it once, and leaves an entry in the audit.
struct ConsoleActionTests {
    struct Story {
        let server: TestServer
        let client: ConsoleClient
        let anne: TestUser
        let ben: TestUser
        let token: String

        var page: String { "/admin/players/\(anne.uid)" }

        func balance() throws -> Int64 { try server.client.balance(token: anne.token) }

        /// Sends a form and confirms what it shows.
        func act(_ path: String, _ fields: [String: String]) throws -> RawHTTPClient.Reply {
            var fields = fields.merging(["form_token": token]) { $1 }
            if fields["confirmed"] != nil { return try client.submit(path, fields) }
            let summary = try client.submit(path, fields)
            guard summary.status == 200 else { return summary }
            // The state that the summary stands on comes along.
            fields.merge(summary.text.hiddenFields) { own, _ in own }
            fields["confirmed"] = "yes"
            return try client.submit(path, fields)
        }

        func acts() throws -> [String] {
            try server.database.psql(
                "SELECT action FROM audit_entries WHERE action NOT LIKE 'operators.%' ORDER BY id"
            ).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("keys.") }
        }
    }

    /// Anne is watched, so that her reward for Ben waits for a review.
    static func withStory(
        _ options: TestServer.Options = TestServer.Options(), _ body: (Story) async throws -> Void
    ) async throws {
        try await TestServer.with(options) { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            var anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.uid)
            try client.link(&anne, email: "anne@example.com").required(200)
            try client.link(&ben, email: "ben@example.com").required(200)
            let standing: JSONValue = ["standing": "watched", "reason": "many friends"]
            try client.send("PUT", "/v1/admin/users/\(anne.uid)/standing", token: admin, standing)
                .required(200)
            try client.reachLevel(5, token: ben.token, id: newID()).required(200)
            let console = try ConsoleClient.signedIn(server, admin)
            try await body(
                Story(
                    server: server, client: console, anne: anne, ben: ben, token: try console.formToken()))
        }
    }

    @Test func `from the search to the paid reward`() async throws {
        try await Self.withStory { story in
            #expect(try story.balance() == 0)
            let found = try story.client.get("/admin/search?q=anne%40example.com")
            #expect(found["location"] == story.page)
            let page = try story.client.get(story.page).text
            #expect(page.contains(">Held<"))
            let range = try #require(page.firstRange(of: "/admin/reviews/"))
            let id = String(page[range.upperBound...].prefix(36))
            let review = try story.client.get("/admin/reviews/\(id)")
            #expect(review.status == 200 && review.text.contains("ben@example.com"))
            let fields = [
                "reward": id, "decision": "release", "reason": "a school", "form_token": story.token,
            ]
            let summary = try story.client.submit("/admin/reviews/decide", fields)
            #expect(summary.text.contains("50 pieces_of_eight"))
            #expect(try story.balance() == 0)
            let done = try story.act("/admin/reviews/decide", fields)
            #expect(done["location"] == story.page)
            #expect(try story.balance() == 50)
            let again = try story.client.submit(
                "/admin/reviews/decide", fields.merging(["confirmed": "yes"]) { $1 })
            #expect(again.status == 422 && again.text.contains("already decided"))
            #expect(try story.balance() == 50)
            #expect(try story.client.get("/admin/reviews").text.contains("Nothing waits for a review"))
            let void = fields.merging(["confirmed": "yes", "decision": "void"]) { $1 }
            let late = try story.client.submit("/admin/reviews/decide", void)
            #expect(late.status == 422 && late.text.contains("Nothing was done"))
            #expect(try story.balance() == 50)
        }
    }

    @Test func `an adjustment is booked once, however often its form is sent`() async throws {
        try await Self.withStory { story in
            let fields = ["id": newID(), "currency": "pieces_of_eight", "amount": "30", "reason": "a bug"]
            for _ in 0..<2 {
                #expect(try story.act("\(story.page)/adjust", fields)["location"] == "\(story.page)/ledger")
            }
            #expect(try story.balance() == 30)
            #expect(try story.acts().filter { $0 == "ledger.adjustment" }.count == 1)
            let audit = try story.client.get("\(story.page)/audit").text
            #expect(audit.contains("ledger.adjustment") && audit.contains("key test"))
        }
    }

    @Test(arguments: [
        (["amount": "0"], "whole number"), (["amount": "1.5"], "whole number"),
        (["amount": ""], "whole number"),
        (["amount": "-1"], "The balance is only 0"), (["currency": "shells"], "not in use"),
        (["reason": "  "], "A reason"), (["reason": String(repeating: "x", count: 201)], "A reason"),
    ]) func `a mistaken adjustment says what is wrong, and books nothing`(
        _ changed: [String: String], _ text: String
    ) async throws {
        try await Self.withStory { story in
            let good = ["id": newID(), "currency": "pieces_of_eight", "amount": "30", "reason": "a bug"]
            let reply = try story.act("\(story.page)/adjust", good.merging(changed) { $1 })
            #expect(reply.status == 422)
            #expect(reply.text.contains(text))
            #expect(try story.balance() == 0)
        }
    }

    @Test func `a player is blocked, let in again, and signed out`() async throws {
        try await Self.withStory { story in
            let client = try story.server.client
            func status() throws -> Int {
                try client.send("GET", "/v1/users/me", token: story.anne.token).status
            }
            let path = "\(story.page)/moderate"
            #expect(try story.act(path, ["moderation": "blocked", "reason": "x"])["location"] == story.page)
            #expect(try await eventually { try status() == 403 })
            #expect(try story.act(path, ["moderation": "good", "reason": "x"]).status == 303)
            #expect(try await eventually { try status() == 200 })
            let done = try story.act("\(story.page)/end-sessions", ["reason": "a lost phone"])
            #expect(done["location"] == "\(story.page)/account")
            #expect(try await eventually { try status() == 401 })
            #expect(try story.act("\(story.page)/end-sessions", ["reason": "again"]).status == 303)
            #expect(try story.acts().filter { $0 == "user.sign_out" }.count == 1)
        }
    }

    @Test func `a reward that a rule holds for a time is not decided here`() async throws {
        try await Self.withStory { story in
            let hold = "UPDATE rewards SET release_at = now() + interval '1 day' WHERE status = 'held'"
            try story.server.database.psql(hold)
            let id = try story.server.database.psql("SELECT id FROM rewards WHERE status = 'held'")
            let fields = ["reward": id, "decision": "release", "reason": "early", "confirmed": "yes"]
            #expect(try story.act("/admin/reviews/decide", fields).status == 422)
            #expect(try story.balance() == 0)
        }
    }

    @Test func `a status that changed since the summary stays`() async throws {
        try await Self.withStory { story in
            let fields = [
                "moderation": "good", "before": "watched", "reason": "a school", "confirmed": "yes",
            ]
            let path = "\(story.page)/moderate"
            #expect(try story.act(path, ["moderation": "blocked", "reason": "a ring"]).status == 303)
            let stale = try story.act(path, fields)
            #expect(stale.status == 422 && stale.text.contains("meanwhile"))
            #expect(try story.client.get(story.page).text.contains(">Blocked<"))
            let same = try story.act(path, ["moderation": "blocked", "reason": "x"])
            #expect(same.status == 422 && same.text.contains("already"))
        }
    }

    @Test func `a paid reward is reversed once`() async throws {
        try await Self.withStory { story in
            let id = try story.server.database.psql(
                "SELECT id FROM rewards WHERE rule = 'signup' AND uid = '\(story.ben.uid)'")
            let path = "/admin/players/\(story.ben.uid)/rewards/\(id)/reverse"
            #expect(try story.client.get(path).status == 200)
            #expect(try story.client.get("/admin/players/\(story.ben.uid)/rewards").text.contains(path))
            for _ in 0..<2 {
                #expect(try story.act(path, ["reason": "a ring"]).status == 303)
            }
            #expect(try story.server.client.balance(token: story.ben.token) == 0)
        }
    }

    @Test func `one who may only read can do nothing`() async throws {
        try await Self.withStory { story in
            let client = try ConsoleClient.signedIn(story.server, try await story.server.key(.read))
            let fields = ["form_token": try client.formToken(), "reason": "x", "confirmed": "yes"]
            for (path, more) in [
                ("\(story.page)/moderate", ["moderation": "blocked"]), ("\(story.page)/end-sessions", [:]),
                ("\(story.page)/adjust", ["id": newID(), "currency": "pieces_of_eight", "amount": "5"]),
                ("/admin/reviews/decide", ["decision": "release", "reward": newID()]),
                ("\(story.page)/rewards/\(newID())/reverse", [:]),
                ("\(story.page)/notes/write", ["id": newID(), "note": "a note"]),
                ("\(story.page)/redemptions/\(newID())/refund", ["id": newID()]),
                ("\(story.page)/erase", ["typed": story.anne.uid]),
            ] {
                #expect(try client.submit(path, fields.merging(more) { $1 }).status == 403, "\(path)")
            }
            let before = try story.acts().count
            for word in ["/adjust", "/moderate"] {
                #expect(!(try client.get(story.page).text.contains("\(story.page)\(word)")))
            }
            #expect(try story.acts().count == before)
        }
    }
}
