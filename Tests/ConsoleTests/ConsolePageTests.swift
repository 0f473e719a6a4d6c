import Accounts
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import Console

/// What every page has in common, and who may see which.
struct ConsolePageTests {
    static let sections = [
        "", "/players", "/reviews", "/rewards", "/rules", "/links", "/webhooks", "/audit", "/keys",
        "/health", "/account", "/rules/level-5", "/new-webhook", "/new-link", "/import-links", "/exports",
        "/trust",
    ]

    /// A server with a friend who was paid for, and names that would be markup anywhere else.
    static func withStory(_ body: (TestServer, TestUser, TestUser) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try server.client
            var anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.uid)
            try client.link(&anne, email: "anne@example.com").required(200)
            try client.link(&ben, email: "ben@example.com").required(200)
            try client.reachLevel(5, token: try await server.key(.server), id: newID(), uid: ben.uid)
                .required(200)
            let adjustment: JSONValue = [
                "id": .string(newID()), "currency": "pieces_of_eight", "amount": 7,
                "reason": "=1+1 <script>alert(1)</script>",
            ]
            let path = "/v1/admin/users/\(anne.uid)/adjustments"
            try client.send("POST", path, token: try await server.key(.admin), adjustment).required(201)
            try await body(server, anne, ben)
        }
    }

    @Test func `each page is whole, asks for nothing else, and is kept nowhere`() async throws {
        try await Self.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let tabs = [
                "", "/tree", "/statement", "/ledger", "/rewards", "/events", "/friends", "/account", "/notes",
                "/seen", "/audit",
            ]
            for path in Self.sections + tabs.map({ "/players/\(anne.uid)\($0)" }) {
                let reply = try client.get("/admin\(path)")
                #expect(reply.status == 200, "\(path)")
                let policy = try #require(reply["content-security-policy"], "\(path)")
                #expect(policy.hasPrefix("default-src 'none';"), "\(path)")
                #expect(policy.contains("frame-ancestors 'none'"), "\(path)")
                #expect(!policy.contains("unsafe"), "\(path)")
                #expect(reply["cache-control"] == "no-store", "\(path)")
                for sign in ["<script>alert", " style=", " onclick=", "src=", "http://", "https://cdn"] {
                    #expect(!reply.text.contains(sign), "\(path) \(sign)")
                }
                #expect(reply.body.count < 60_000, "\(path) \(reply.body.count)")
            }
        }
    }

    @Test func `a path of the console that has no page is a page, and so is a player who isn't there`()
        async throws
    {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            for path in ["/players/\(newID())", "/players/missing", "/rules/none", "/webhooks/1"] {
                let reply = try client.get("/admin\(path)")
                #expect(reply.status == 404, "\(path)")
                #expect(reply.text.contains("Not found") && reply.text.contains("Request"), "\(path)")
            }
        }
    }

    @Test func `each role sees what its rights name, and no more`() async throws {
        try await Self.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            for section in Section.allCases {
                let isAllowed = section.right.isHeld(by: .viewer)
                #expect(try client.get(section.path).status == (isAllowed ? 200 : 403), "\(section)")
                #expect(try client.get("/admin").text.contains("href=\"\(section.path)\"") == isAllowed)
            }
            for tab in PlayerTab.allCases {
                let path = tab.pattern.replacing("{uid}", with: anne.uid)
                let isAllowed = tab.right.isHeld(by: .viewer)
                #expect(try client.get(path).status == (isAllowed ? 200 : 403), "\(tab)")
            }
        }
    }

    @Test func `a file has the rows of the screen, and no cell of it is a formula`() async throws {
        try await Self.withStory { server, anne, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let file = try client.get("/admin/players/\(anne.uid)/ledger?format=csv")
            #expect(file["content-type"] == "text/csv; charset=utf-8; header=present")
            #expect(file["content-disposition"]?.contains("UTC.csv") == true)
            let lines = file.text.split(separator: "\r\n")
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("\u{FEFF}Time,Kind,Currency,Amount,Balance after"))
            #expect(file.text.contains("\"'=1+1 <script>"))
            let screen = try client.get("/admin/players/\(anne.uid)/ledger").text
            #expect(screen.components(of: "<tr>") == lines.count)
        }
    }

    @Test func `a negative amount in a file is a number`() async throws {
        try await Self.withStory { server, anne, _ in
            let back: JSONValue = [
                "id": .string(newID()), "currency": "pieces_of_eight", "amount": -7, "reason": "back",
            ]
            let path = "/v1/admin/users/\(anne.uid)/adjustments"
            try server.client.send("POST", path, token: try await server.key(.admin), back).required(201)
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let file = try client.get("/admin/players/\(anne.uid)/ledger?format=csv").text
            #expect(file.contains(",pieces_of_eight,-7,"))
        }
    }

    @Test func `the search leads from an e-mail, a code, a uid and a link to their pages`() async throws {
        try await Self.withStory { server, anne, ben in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let made = try server.client.send(
                "POST", "/v1/invites", token: anne.token, ["channel": "sms"])
            let link = try #require(made.json["link"]?["short_link"]?.string)
            let code = String(link.split(separator: "/").last ?? "")
            let reward = try server.database.psql(
                "SELECT id FROM rewards WHERE uid = '\(anne.uid)' LIMIT 1")
            let found = [
                (reward, "/admin/players/\(anne.uid)/rewards"),
                ("ben@example.com", "/admin/players/\(ben.uid)"), (ben.uid, "/admin/players/\(ben.uid)"),
                (ben.code, "/admin/players/\(ben.uid)"), (link, "/admin/links/\(code)"),
                (code, "/admin/links/\(code)"), ("missing", "/admin/players?q=missing"),
            ]
            for (text, page) in found {
                let path = "/admin/search?q=\(text.queryEncoded)"
                #expect(try client.get(path)["location"] == page, "\(text)")
            }
            #expect(try client.get("/admin/links/\(code)").status == 200)
        }
    }

    @Test func `a list goes on at its next page`() async throws {
        try await TestServer.with { server in
            let people = """
                INSERT INTO users (uid, referral_code, created_at)
                SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
                    lpad(i::text, 10, '0'), now() FROM generate_series(1, 120) AS i
                """
            try server.database.psql(people)
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            var (path, rows) = ("/admin/players", 0)
            for _ in 0..<3 {
                let page = try client.get(path).text
                rows += page.components(of: "<tr>") - 1
                guard let range = page.firstRange(of: "href=\"/admin/players?cursor=") else { break }
                path = "/admin/players?cursor=" + page[range.upperBound...].prefix { $0 != "\"" }
            }
            #expect(rows == 120)
            let file = try client.get("/admin/players?format=csv").text
            #expect(file.split(separator: "\r\n").count == 121)
        }
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
