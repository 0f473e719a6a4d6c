import Crypto
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// `GET /v1/admin/links` and `PATCH /v1/links/{code}`.
struct LinkAdministrationTests {
    private struct Cast {
        let server: TestServer
        let client: TestClient
        let description: Description
        let admin: String
        let anne: TestUser

        static func with(_ body: (Cast) async throws -> Void) async throws {
            try await TestServer.with(.links) { server in
                let client = try server.client
                try await body(
                    Cast(
                        server: server, client: client, description: try Description(client),
                        admin: try await server.key(.admin), anne: try client.signUp()))
            }
        }

        func make(_ alias: String, _ members: [String: JSONValue] = [:], token: String? = nil) throws {
            let all = members.merging(["alias": .string(alias)]) { given, _ in given }
            expect(try client.makeLink(all, token: token ?? admin), 201)
        }

        func list(_ query: String = "") throws -> TestClient.Reply {
            let reply = try client.get("/v1/admin/links" + query, token: admin)
            expect(reply, 200)
            description.check(reply, to: "GET", "/v1/admin/links")
            return reply
        }

        func codes(_ query: String = "") throws -> [String] {
            (try list(query).json["links"]?.array ?? []).compactMap { $0["code"]?.string }
        }

        func set(_ code: String, _ body: JSONValue) throws -> TestClient.Reply {
            let reply = try client.send("PATCH", "/v1/links/\(code)", token: admin, body)
            description.check(reply, to: "PATCH", "/v1/links/{code}")
            return reply
        }

        func audit() throws -> [String] {
            try server.database.psql(
                """
                SELECT actor, action, uid, detail, before, after FROM audit_entries
                WHERE action LIKE 'link.%' ORDER BY created_at
                """
            ).split(separator: "\n").map(String.init)
        }
    }

    @Test func `links are listed, newest first, page by page`() async throws {
        try await Cast.with { cast in
            for number in 1...5 { try cast.make("link-\(number)") }
            let all = (1...5).reversed().map { "link-\($0)" }
            #expect(try cast.codes() == all)
            var (found, cursor) = ([String](), "")
            for _ in 1...3 {
                let page = try cast.list("?limit=2\(cursor)")
                found += (page.json["links"]?.array ?? []).compactMap { $0["code"]?.string }
                guard let next = page.json["next_cursor"]?.string else { break }
                cursor = "&cursor=\(next)"
            }
            #expect(found == all)
            let link = try cast.list("?limit=1").json["links"]?[0]
            #expect(link?["creator"] == .null && link?["state"] == "on" && link?["switched_off_at"] == .null)
            #expect(link == (try cast.client.get("/v1/links/link-5", token: cast.admin)).link)
        }
    }

    @Test func `links are looked up by who made them, by their state, and by what they say`() async throws {
        try await Cast.with { cast in
            try cast.make("plain")
            try cast.make("annes", ["channel": "sms"], token: cast.anne.token)
            try cast.make("summer", ["campaign": "Summer Sale", "tags": ["beach"]], token: cast.anne.token)
            try cast.make("with-summer", ["data": ["n": 1]])
            expect(
                try cast.client.makeLink(
                    ["alias": "deep"], to: "https://example.com/ships?name=Ranger", token: cast.admin), 201)
            expect(try cast.set("summer", ["state": "off"]), 200)
            let uid = cast.anne.uid
            for (query, codes) in [
                ("creator=\(uid)", ["summer", "annes"]), ("creator=\(newID())", []),
                ("state=off", ["summer"]), ("state=on", ["deep", "with-summer", "annes", "plain"]),
                ("creator=\(uid)&state=on", ["annes"]), ("creator=\(uid)&state=off", ["summer"]),
                ("q=SMS", ["annes"]), ("q=sale", ["summer"]), ("q=beach", ["summer"]),
                ("q=ships%3Fname%3Dranger", ["deep"]), ("q=https%3A%2F%2Fexample.com%2Fships", ["deep"]),
                // Named as a whole a link goes first; what has the name in it follows.
                ("q=summer", ["summer", "with-summer"]), ("q=summer&state=on", ["with-summer"]),
                ("q=https%3A%2F%2Fgo.example.com%2Fsummer", ["summer"]),
                ("q=https%3A%2F%2Fgo.example.com%2Fnobody", []), ("q=nothing%20like%20it", []),
                ("q=%25", []), ("q=_", []),
            ] {
                #expect(try cast.codes("?" + query) == codes, "\(query)")
            }
            // A page of those that match, however few.
            let first = try cast.list("?q=summer&limit=1")
            #expect(first.json["links"]?.array?.compactMap { $0["code"]?.string } == ["summer"])
            let cursor = try #require(first.json["next_cursor"]?.string)
            #expect(try cast.codes("?q=summer&limit=1&cursor=\(cursor)") == ["with-summer"])
            for (query, mistake) in [
                ("state=gone", "/state invalid"), ("creator=anne", "/creator invalid"),
                ("q=", "/q too_short"), ("cursor=x", "/cursor invalid"), ("query=x", "/query unknown_field"),
            ] {
                expectProblem(
                    try cast.client.get("/v1/admin/links?" + query, token: cast.admin), 422, "validation",
                    mistakes: [mistake])
            }
        }
    }

    /// A page looks through a thousand links, and goes on behind them.
    @Test func `a page of a long list may be empty, and the next one finds it`() async throws {
        try await Cast.with { cast in
            try cast.make("needle", ["channel": "hay"])
            try cast.server.database.psql(
                """
                INSERT INTO links (code, long_link, directives, tags, one_time, created_at)
                SELECT 'more-' || i, 'https://go.example.com/?link=https%3A%2F%2Fexample.com%2F', '{}', '{}', false,
                    now() + i * interval '1 second' FROM generate_series(1, 1500) AS i
                """)
            let first = try cast.list("?q=hay")
            #expect(first.json["links"] == [])
            let cursor = try #require(first.json["next_cursor"]?.string)
            let second = try cast.list("?q=hay&cursor=\(cursor)")
            #expect(second.json["links"]?[0]?["code"] == "needle" && second.json["next_cursor"] == .null)
        }
    }

    @Test func `a link that is off leads nowhere in any process within a second, and on again it does`()
        async throws
    {
        try await Cast.with { cast in
            let other = try await TestServer.start(on: cast.server.database, .links)
            // Each process has two loops, and each loop remembers the link.
            let clients = try (0..<4).flatMap { _ in [try cast.server.client, try other.client] }
            let opener = Opener.android(at: "192.0.2.7")
            try cast.make("annes", token: cast.anne.token)
            let link = "https://go.example.com/annes"
            func statuses() throws -> Set<Int> {
                Set(try clients.map { try $0.open(link, as: opener).status })
            }
            #expect(try statuses() == [302])
            let off = try cast.set("annes", ["state": "off", "reason": "Reported twice"])
            expect(off, 200)
            #expect(off.link["state"] == "off" && off.link["switched_off_at"]?.isTime == true)
            let began = ContinuousClock.now
            #expect(try await eventually { try statuses() == [404] })
            // Untold it would be half a minute.
            #expect(ContinuousClock.now - began < .seconds(20))
            let page = try cast.client.open(link, as: opener)
            #expect(page.text.contains("This link has been switched off"))
            #expect(page[header: "cache-control"] == "no-store")
            #expect(try cast.client.visit(link + "/qr").status == 404)
            #expect(try cast.client.open(link, as: .facebookBot).status == 404)
            let claim = try cast.client.claim(["link": .string(link)], as: opener)
            #expect(claim.json["match"] == "none", "\(claim.text)")
            // Its owner is told.
            let shown = try cast.client.get("/v1/links/annes", token: cast.anne.token)
            #expect(shown.link["state"] == "off")
            expect(try cast.set("annes", ["state": "on"]), 200)
            #expect(try await eventually { try statuses() == [302] })
            await other.stop()
        }
    }

    @Test func `as one that has expired it leads to its fallback, where it has one`() async throws {
        try await Cast.with { cast in
            try cast.make("web", ["android": ["fallback_link": "https://example.com/web"]])
            expect(try cast.set("web", ["state": "off"]), 200)
            let opener = Opener.android(at: "192.0.2.7")
            let isOff = try await eventually {
                try cast.client.open("https://go.example.com/web", as: opener)[header: "location"]
                    == "https://example.com/web"
            }
            #expect(isOff)
            #expect(
                try cast.client.open("https://go.example.com/web", as: .iphone(at: "192.0.2.8")).status == 404
            )
        }
    }

    @Test func `who switched it, from what to what and why, is in the audit once`() async throws {
        try await Cast.with { cast in
            try cast.make("annes", token: cast.anne.token)
            for _ in 1...2 { expect(try cast.set("annes", ["state": "off", "reason": "Reported"]), 200) }
            expect(try cast.set("annes", ["state": "on"]), 200)
            let audit = try cast.audit()
            #expect(audit.count == 2)
            #expect(audit.allSatisfy { $0.hasPrefix("key ") && $0.contains("|\(cast.anne.uid)|") })
            #expect(audit.first?.hasSuffix(#"|annes: Reported|{"state":"on"}|{"state":"off"}"#) == true)
            #expect(audit.last?.hasSuffix(#"|annes|{"state":"off"}|{"state":"on"}"#) == true, "\(audit)")
        }
    }

    @Test func `nobody but an administrator switches links, and only links there are`() async throws {
        try await Cast.with { cast in
            try cast.make("annes", token: cast.anne.token)
            for token in [
                cast.anne.token, try await cast.server.key(.server), try await cast.server.key(.read),
            ] {
                let reply = try cast.client.send("PATCH", "/v1/links/annes", token: token, ["state": "off"])
                expectProblem(reply, 403, "forbidden")
            }
            for (body, mistake): (JSONValue, String) in [
                ([:], "/state required"), (["state": "gone"], "/state invalid"),
                (["state": "off", "reason": ""], "/reason too_short"),
                (["state": "off", "link": "https://example.com/"], "/link unknown_field"),
            ] {
                expectProblem(try cast.set("annes", body), 422, "validation", mistakes: [mistake])
            }
            for code in ["nobody", "no%20code"] {
                expectProblem(try cast.set(code, ["state": "off"]), 404, "not-found")
            }
            #expect(try cast.audit() == [])
        }
    }
}
