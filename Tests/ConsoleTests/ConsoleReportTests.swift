import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What the console reports: attention, channels, trees, statements and exports.
struct ConsoleReportTests {
    @Test func `the tree opens by a link, three levels on a page`() async throws {
        try await TestServer.with { server in
            var chain = [try server.client.signUp()]
            for _ in 0..<4 { chain.append(try server.client.signUp(referredBy: chain.last?.code ?? "")) }
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            let root = "/admin/players/\(chain[0].uid)/tree"
            func page(_ open: Int...) throws -> String {
                let items = open.map { "open=\(chain[$0].uid)" }.joined(separator: "&")
                return try client.get(root + (items.isEmpty ? "" : "?\(items)")).text
            }
            func shows(_ number: Int, _ page: String) -> Bool {
                page.contains("href=\"/admin/players/\(chain[number].uid)\"")
            }
            let closed = try page()
            #expect(shows(1, closed) && !shows(2, closed))
            #expect(closed.contains("\(root)?open=\(chain[1].uid)"))
            let open = try page(1, 2, 3)
            #expect(shows(3, open) && !shows(4, open))
            #expect(open.contains("/admin/players/\(chain[3].uid)/tree\""))
            #expect(!shows(3, try page(2)), "a closed branch hides those below it")
            #expect(try client.get("\(root)?open=nonsense").status == 200)
        }
    }

    @Test func `a statement has all entries, and prints without navigation and forms`() async throws {
        try await ConsolePageTests.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let path = "/admin/players/\(anne.uid)/statement"
            let page = try client.get(path).text
            #expect(page.components(of: "<tr>") == 3 && page.contains("anne@example.com"))
            let print = try #require(page.firstMatch(of: /@media print\{([^}]*)\{display:none\}/)).1
            for part in ["header", "nav", ".filter", ".action", "form"] {
                #expect(print.split(separator: ",").contains(Substring(part)), "\(part)")
            }
            let file = try client.get("\(path)?format=csv").text
            #expect(file.split(separator: "\r\n").count == 3)
        }
    }

    @Test func `a whole table is downloaded, by those who may`() async throws {
        try await ConsolePageTests.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let path = "/admin/exports/download?what=users&format"
            /// Each on a connection of its own, which such a reply ends.
            func get(_ path: String) throws -> RawHTTPClient.Reply {
                let other = try ConsoleClient(server)
                other.cookie = client.cookie
                return try other.get(path)
            }
            let file = try get("\(path)=csv&from=2026-01-01&until=")
            #expect(file.status == 200 && file.text.hasPrefix("\u{FEFF}uid,email,"))
            #expect(file.text.contains(anne.uid) && file.text.contains("ben@example.com"))
            #expect(file["content-disposition"]?.contains("shipmate-users-UTC.csv") == true)
            let lines = try get("\(path)=ndjson").text
            #expect(lines.contains("\"email\":\"anne@example.com\""))
            for wrong in ["=xml", "=csv&from=yesterday"] {
                #expect(try client.get(path + wrong).status == 404, "\(wrong)")
            }
            let viewer = try ConsoleClient.signedIn(server, try await server.key(.read))
            for path in ["/admin/exports", "\(path)=csv"] { #expect(try viewer.get(path).status == 403) }
            #expect(try ConsoleClient(server).get("\(path)=csv").status == 303)
        }
    }

    @Test func `budgets, old reviews and an old check of the ledger need attention`() async throws {
        try await ConsoleActionTests.withStory { story in
            let server = story.server
            #expect(!(try story.client.get("/admin").text.contains("The budget of")))
            let pot: JSONValue = [
                "name": "pot", "description": "A pot", "when": [["fact": "highest_level", "at_least": 7]],
                "pay": [["to": "referee", "currency": "pieces_of_eight", "amount": 40]],
                "limits": ["budget": 50], "state": "active",
            ]
            let (client, admin) = (try server.client, try await server.key(.admin))
            try client.send("POST", "/v1/admin/rules", token: admin, pot).required(201)
            let carl = try client.signUp(referredBy: story.ben.code)
            let paid = try await eventually {
                try client.reachLevel(7, token: carl.token, id: newID()).required(200)
                return try client.balance(token: carl.token) == 40
            }
            #expect(paid)
            let spent = "The budget of pot is spent: 40 of 50 pieces_of_eight."
            #expect(try story.client.get("/admin").text.contains(spent))
            try server.database.psql(
                """
                SET session_replication_role = replica;
                UPDATE rewards SET granted_at = now() - interval '9 days' WHERE status = 'held'
                """)
            #expect(try story.client.get("/admin").text.contains("The oldest review has waited since"))
        }
    }

    @Test func `the overview says since when steps are missing`() async throws {
        try await ConsolePageTests.withStory { server, _, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            func since(_ page: String) -> Substring? {
                page.firstMatch(of: /Invites, opens and friends since (.+) are not all counted yet/)?.1
            }
            func open(_ links: ClosedRange<Int>) throws {
                try server.database.psql(
                    """
                    INSERT INTO clicks (id, code, platform, clicked_at)
                    SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0')
                        || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid, 'c' || i, 'iphone',
                        now()
                    FROM generate_series(\(links.lowerBound), \(links.upperBound)) AS i
                    """)
            }
            // Of each source 20,000 rows are read at once, and here each is a link of its own.
            try open(1...20_000)
            #expect(since(try client.get("/admin").text) == nil)
            try open(20_001...20_001)
            let time = try #require(since(try client.get("/admin").text))
            let year = try server.database.psql("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY')")
            #expect(time.hasPrefix(year))
        }
    }

    @Test func `the search leads from a click to its link`() async throws {
        try await ConsolePageTests.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let made = try server.client.send("POST", "/v1/invites", token: anne.token, ["channel": "sms"])
            let link = try #require(made.json["link"]?["short_link"]?.string)
            let code = String(link.split(separator: "/").last ?? "")
            let id = freshID()
            try server.database.psql(
                """
                INSERT INTO clicks (id, code, platform, clicked_at)
                VALUES ('\(id)', '\(code)', 'iphone', now())
                """)
            #expect(try client.get("/admin/search?q=\(id)")["location"] == "/admin/links/\(code)")
            #expect(try client.get("/admin").text.contains(">sms<"))
        }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
