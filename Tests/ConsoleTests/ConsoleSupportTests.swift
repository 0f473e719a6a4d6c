import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Support for one player: notes, refunds, and the end.
struct ConsoleSupportTests {
    @Test func `a note is shown with its author, written once, exported, and erased with the player`()
        async throws
    {
        try await ConsoleActionTests.withStory { story in
            let fields = ["id": newID(), "note": "Called twice.\r\n<b>Angry</b>"]
            for _ in 0..<2 {
                let done = try story.act("\(story.page)/notes/write", fields)
                #expect(done["location"] == "\(story.page)/notes")
            }
            #expect(try story.acts().filter { $0 == "user.note" }.count == 1)
            let page = try story.client.get("\(story.page)/notes").text
            #expect(page.contains("Called twice.\n&lt;b&gt;Angry&lt;/b&gt;") && page.contains("key test"))
            let file = try story.client.get("\(story.page)/notes?format=csv").text
            #expect(file.contains("\"Called twice.\n<b>Angry</b>\""))
            let export = try story.server.client.send(
                "GET", "/v1/users/me/export", token: story.anne.token
            ).json
            #expect(export["player_notes"]?.array?.map { $0["note"] } == ["Called twice.\n<b>Angry</b>"])
            #expect(try story.act("\(story.page)/erase", ["typed": "anne@example.com"]).status == 303)
            let left = "SELECT count(*) FROM player_notes"
            #expect(try story.server.database.psql(left) == "0")
            let text = "SELECT count(*) FROM audit_entries WHERE after LIKE '%Angry%'"
            #expect(try story.server.database.psql(text) == "0")
            #expect(
                try story.act("\(story.page)/notes/write", ["id": newID(), "note": "Late"]).status == 422)
        }
    }

    @Test func `a note has a length, and a player so many notes`() async throws {
        try await ConsoleActionTests.withStory { story in
            let path = "\(story.page)/notes/write"
            for text in [" \n ", String(repeating: "x", count: 2_001), "a\u{7}b"] {
                let reply = try story.act(path, ["id": newID(), "note": text])
                #expect(reply.status == 422 && reply.text.contains("2,000 characters"))
            }
            let longest = String(repeating: "🦜", count: 2_000)
            let id = newID()
            #expect(try story.act(path, ["id": id, "note": longest]).status == 303)
            #expect(try story.act(path, ["id": id, "note": "other"]).status == 422)
            let more = """
                INSERT INTO player_notes SELECT '\(story.anne.uid)', md5(n::text)::uuid, 'x', 'x', now()
                FROM generate_series(1, 199) AS n
                """
            try story.server.database.psql(more)
            let reply = try story.act(path, ["id": newID(), "note": "one more"])
            #expect(reply.status == 422 && reply.text.contains("200 notes"))
        }
    }

    @Test func `a redemption is refunded once, with the balance before and after in the audit`() async throws
    {
        try await ConsoleActionTests.withStory { story in
            let (server, id) = (story.server, newID())
            let ben = "/admin/players/\(story.ben.uid)"
            let redemption: JSONValue = [
                "id": .string(id), "currency": "pieces_of_eight", "amount": 20, "reason": "a parrot",
            ]
            try server.client.send(
                "POST", "/v1/users/\(story.ben.uid)/redemptions", token: try await server.key(.server),
                redemption
            ).required(201)
            let path = "\(ben)/redemptions/\(id)/refund"
            #expect(try story.client.get("\(ben)/ledger").text.contains(path))
            #expect(try story.client.get(path).text.contains("a parrot"))
            let fields = ["id": newID(), "reason": "out of parrots"]
            for _ in 0..<2 {
                #expect(try story.act(path, fields)["location"] == "\(ben)/ledger")
            }
            let other = try story.act(path, ["id": newID(), "reason": "again"])
            #expect(other.status == 422 && other.text.contains("refunded already"))
            #expect(try server.client.balance(token: story.ben.token) == 50)
            let audited = """
                SELECT before || after FROM audit_entries WHERE action = 'ledger.refund'
                """
            #expect(try server.database.psql(audited) == "{\"balance\":30}{\"balance\":50}")
            #expect(try story.client.get("\(ben)/redemptions/\(newID())/refund").status == 404)
        }
    }

    @Test func `a player is erased once, after its e-mail or uid was typed`() async throws {
        try await ConsoleActionTests.withStory { story in
            let path = "\(story.page)/erase"
            for typed in ["", "ben@example.com", story.ben.uid] {
                let reply = try story.act(path, ["typed": typed, "confirmed": "yes"])
                #expect(reply.status == 422 && reply.text.contains("not the uid"))
            }
            #expect(try story.act(path, ["typed": story.anne.uid.uppercased()])["location"] == story.page)
            let again = try story.act(path, ["typed": story.anne.uid, "confirmed": "yes"])
            #expect(again.status == 422 && again.text.contains("erased already"))
            #expect(try story.acts().filter { $0 == "user.erase" }.count == 1)
            #expect(try story.client.get(story.page).text.contains("Erased"))
            #expect(!(try story.client.get("\(story.page)/account").text.contains(path)))
        }
    }

    @Test func `the player's own view has its rewards in its language, and no findings`() async throws {
        try await ConsoleActionTests.withStory { story in
            let page = try story.client.get("\(story.page)/seen?language=de").text
            let view = try #require(page.firstMatch(of: /<article class="seen" lang="de">(.*)<\/article>/)).1
            #expect(view.contains("Ausstehend") && view.contains("Sie wird geprüft."))
            #expect(!view.contains("watched") && !view.contains("many friends"))
            let file = try story.client.get("\(story.page)/seen?format=csv").text
            #expect(file.contains("50 pieces_of_eight,Pending"))
            let viewer = try ConsoleClient.signedIn(story.server, try await story.server.key(.read))
            #expect(try viewer.get("\(story.page)/seen").status == 403)
        }
    }
}
