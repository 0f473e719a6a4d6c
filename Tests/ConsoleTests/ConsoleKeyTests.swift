import Accounts
import Crypto
import FoundationEssentials
import HTTP
import TestSupport
import Testing

@testable import Console

/// Keys and operators, changed by an administrator in the browser.
struct ConsoleKeyTests {
    @Test func `a key is made once, shown once, and revoked once`() async throws {
        try await ConsoleActionTests.withStory { story in
            let fields = ["id": freshID(), "name": "desk <b>", "scope": "read", "days": "30"]
            let made = try story.act("/admin/keys/create", fields)
            let key = try #require(made.text.shownSecret)
            TestSecrets.note(key)
            let own = try ConsoleClient.signedIn(story.server, key)
            #expect(try own.get("/admin").status == 200)
            #expect(try own.get("/admin/keys").status == 403)
            let again = try story.act("/admin/keys/create", fields)
            #expect(again.status == 422 && again.text.contains("sent before"))
            #expect(!again.text.contains("sk_"))
            let list = try story.client.get("/admin/keys").text
            #expect(list.contains("desk &lt;b&gt;") && !list.contains(key))
            let path = "/admin/keys/\(fields["id"] ?? "")/revoke"
            #expect(list.contains(path))
            #expect(try story.client.get(path).status == 200)
            #expect(try story.act(path, [:])["location"] == "/admin/keys")
            #expect(try story.act(path, ["confirmed": "yes"]).status == 422)
            #expect(try await eventually { try own.get("/admin").status == 303 })
            let count = """
                SELECT string_agg(action, ' ' ORDER BY id) FROM audit_entries
                WHERE action LIKE 'keys.%' AND actor LIKE 'key %'
                """
            #expect(try story.server.database.psql(count) == "keys.create keys.revoke")
        }
    }

    @Test(arguments: [
        (["name": ""], "A name has"), (["name": String(repeating: "x", count: 101)], "A name has"),
        (["days": "0"], "3,650 days"), (["days": "x"], "3,650 days"), (["id": newID()], "too old"),
    ]) func `a mistaken key is not made`(_ changed: [String: String], _ text: String) async throws {
        try await ConsoleActionTests.withStory { story in
            let good = ["id": freshID(), "name": "desk", "scope": "read"]
            let reply = try story.act("/admin/keys/create", good.merging(changed) { $1 })
            #expect(reply.status == 422 && reply.text.contains(text))
            #expect(try story.act("/admin/keys/create", ["scope": "root", "name": "x"]).status == 404)
        }
    }

    @Test func `an operator is invited, gets another role, another factor, and is removed`() async throws {
        try await ConsoleActionTests.withStory { story in
            let fields = ["email": "ben@example.org", "role": "viewer"]
            let invited = try story.act("/admin/operators/invite", fields)
            let link = try #require(invited.text.shownSecret)
            #expect(link.hasPrefix("http://127.0.0.1/admin/invitation?token="))
            let again = try story.act("/admin/operators/invite", fields)
            #expect(again.status == 422 && again.text.contains("already"))
            let list = try story.client.get("/admin/keys").text
            let page = String(try #require(list.firstMatch(of: /"(\/admin\/operators\/[0-9a-f-]{36})"/)).1)
            #expect(try story.client.get(page).text.contains("ben@example.org"))
            let promoted = try story.act("\(page)/role", ["role": "support"])
            #expect(promoted["location"] == page)
            let stale = ["role": "manager", "before": "viewer", "confirmed": "yes"]
            #expect(try story.act("\(page)/role", stale).text.contains("meanwhile"))
            let old = try story.client.submit("\(page)/reset", ["form_token": story.token]).text.hiddenFields
            let reset = try story.act("\(page)/reset", [:])
            let second = try #require(reset.text.shownSecret)
            #expect(second != link)
            let repeated = try story.act("\(page)/reset", old.merging(["confirmed": "yes"]) { $1 })
            #expect(repeated.status == 422 && repeated.text.contains("meanwhile"))
            let path = String(second.dropFirst("http://127.0.0.1".count))
            #expect(try ConsoleClient(story.server).get(path).status == 200)
            #expect(try story.act("\(page)/remove", [:])["location"] == "/admin/keys")
            #expect(try ConsoleClient(story.server).get(path).status == 410)
            let roles = "SELECT before || after FROM audit_entries WHERE action = 'operators.role'"
            #expect(try story.server.database.psql(roles) == "{\"role\":\"viewer\"}{\"role\":\"support\"}")
        }
    }

    @Test func `the last administrator stays`() async throws {
        try await TestServer.with { server in
            let (client, _, _) = try await ConsoleOperatorTests.accepted(server, "anne", as: .admin)
            let token = try client.formToken()
            let list = try client.get("/admin/keys").text
            let page = String(try #require(list.firstMatch(of: /"(\/admin\/operators\/[0-9a-f-]{36})"/)).1)
            for (path, more) in [
                ("\(page)/remove", [:]), ("\(page)/role", ["role": "viewer", "before": "admin"]),
            ] {
                let fields = more.merging(["form_token": token, "confirmed": "yes"]) { $1 }
                let reply = try client.submit(path, fields)
                #expect(reply.status == 422 && reply.text.contains("last administrator"), "\(path)")
            }
            _ = try await ConsoleOperatorTests.accepted(server, "ben", as: .admin)
            let fields = ["form_token": token, "confirmed": "yes"]
            #expect(try client.submit("\(page)/remove", fields).status == 303)
            #expect(try client.get("/admin").status == 303)
        }
    }

    @Test func `a key whose tag was not made by a server is refused`() async throws {
        try await TestServer.with { server in
            let planted = APIKey(id: UUID(), key: RootSecret().subkey(for: .apiKeys))
            let hash = planted.hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            func plant(_ isTagged: Bool) throws {
                try server.database.psql(
                    """
                    INSERT INTO api_keys (id, name, scope, secret_hash, created_at, has_tag)
                    VALUES ('\(planted.id)', 'planted', 'admin', '\\x\(hash)', now(), \(isTagged))
                    ON CONFLICT (id) DO UPDATE SET has_tag = excluded.has_tag
                    """)
            }
            TestSecrets.note(planted.text)
            let client = try server.client
            func status() throws -> Int {
                try client.send("GET", "/v1/admin/rules", token: planted.text).status
            }
            // As a former version made keys, which had no tag.
            try plant(false)
            #expect(try status() == 200)
            try plant(true)
            try server.database.psql("SELECT pg_notify('shipmate_api_keys', '\(planted.id)')")
            #expect(try await eventually { try status() == 401 })
        }
    }
}
