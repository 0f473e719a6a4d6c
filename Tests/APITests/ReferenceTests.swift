import Accounts
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// `/docs` and `/`: what people read who have the service's address.
struct ReferenceTests {
    private static let page = ["Accept": "text/html"]

    @Test func `the reference tells of every call, and each of its links leads somewhere`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.send("GET", "/docs", headers: Self.page)
            #expect(reply.status == 200 && reply[header: "content-type"] == "text/html; charset=utf-8")
            #expect(reply.raw.body.count < 1_200_000, "\(reply.raw.body.count)")
            let ids = Set(reply.text.matches(of: #/ id="([^"]+)"/#).map { String($0.1) })
            let description = try Description(client)
            #expect(description.operations.count > 50)
            for operation in description.operations {
                #expect(ids.contains(operation.value["operationId"]?.string ?? "?"), "\(operation.name)")
            }
            let links = Set(reply.text.matches(of: #/ href="([^"]+)"/#).map { String($0.1) })
            for link in links where link.hasPrefix("#") {
                #expect(ids.contains(String(link.dropFirst())), "\(link)")
            }
            for path in links where !path.hasPrefix("#") {
                #expect(try client.send("GET", path, headers: Self.page).status == 200, "\(path)")
            }
            #expect(links.isSuperset(of: ProblemType.all.map(\.path)))
        }
    }

    @Test func `the reference loads nothing, and runs nothing but its search`() async throws {
        try await TestServer.with { server in
            for (path, scripts) in [("/docs", 1), ("/", 0), ("/problems/validation", 0)] {
                let reply = try server.client.send("GET", path, headers: Self.page)
                #expect(
                    reply.text.firstMatch(of: /<(link|img|iframe|object|form)\b| (src|style|on\w+)=/) == nil)
                #expect(reply.text.matches(of: /<script>/).count == scripts)
                #expect(!reply.text.contains("<script "))
                let script = scripts > 0 ? "script-src 'sha256-[^']+'; " : ""
                let policy = try Regex("^default-src 'none'; \(script)style-src 'sha256-")
                #expect(reply[header: "content-security-policy"]?.firstMatch(of: policy) != nil, "\(path)")
            }
        }
    }

    /// Verbs that operations begin with; what comes after the old wires' names does so, too.
    private static let verbs: Set<String> = [
        "Activate", "Add", "Adjust", "Archive", "Attribute", "Backfill", "Cancel", "Capture", "Change",
        "Check",
        "Claim", "Create", "Decide", "Declare", "Delete", "Draw", "Enable", "End", "Erase", "Explain",
        "Export",
        "Inspect",
        "Link", "List", "Open", "Pause", "Pull", "Read", "Reconcile", "Record", "Redeem", "Refresh", "Refund",
        "Refuse",
        "Release", "Remove", "Replace", "Replay", "Request", "Reset", "Resolve", "Reverse", "Search", "Send",
        "Set", "Show",
        "Sign",
        "Start", "Stream", "Submit", "Switch", "Unlink", "Update", "Verify", "Void",
        "Withdraw",
    ]

    @Test func `operations are named in the imperative, each once`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let names = try Description(client).operations.map { $0.value["summary"]?.string ?? "" }
            for name in names {
                let words = name.split(separator: ": ").last?.split(separator: " ").first ?? ""
                #expect(Self.verbs.contains(words.prefix(1).uppercased() + words.dropFirst()), "\(name)")
                #expect(name.count <= 60 && !name.hasSuffix("."), "\(name)")
            }
            #expect(Set(names).count == names.count)
        }
    }

    @Test func `fields are told with their types, bounds and meanings, calls with a line to try`()
        async throws
    {
        try await TestServer.with { server in
            let text = try server.client.send("GET", "/docs", headers: Self.page).text
            let start = try #require(text.firstRange(of: " id=\"redeem\"")).upperBound
            let own = String(text[start...].split(separator: "<section", maxSplits: 1).first ?? "")
            #expect(own.contains(">POST</span> <code>/v1/users/{uid}/redemptions</code>"), "\(own)")
            #expect(own.contains("a key with the scope server"))
            #expect(own.contains("<code>amount</code>") && own.contains("integer, at least 1"))
            #expect(own.contains("/problems/insufficient-balance"))
            #expect(own.contains("curl -s &quot;$API/v1/users/$PLAYER/redemptions&quot;"))
            #expect(own.contains("-H &quot;Authorization: Bearer $KEY&quot;"))
            #expect(own.contains(#"URL(string: &quot;\(api)/v1/users/\(player)/redemptions&quot;)!"#))
            #expect(own.contains(#"Request.Builder().url(&quot;$api/v1/users/$player/redemptions&quot;)"#))
            #expect(own.contains("await fetch(`${api}/v1/users/${player}/redemptions`, {"))
            #expect(own.contains("requests.post(\n  f&quot;{api}/v1/users/{player}/redemptions&quot;"))
            let contents = text.split(separator: "</nav>")[0]
            #expect(contents.contains("</span> <code>/v1/users/{uid}/redemptions</code>"))
        }
    }

    @Test func `the front page names the service and leads on`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.get("/")
            #expect(reply.status == 200 && reply.text.contains("<h1>Shipmate</h1>"))
            #expect(reply.text.contains(ProductVersion.current))
            for match in reply.text.matches(of: #/ href="([^"]+)"/#) {
                let path = String(match.1.prefix { $0 != "#" })
                // The console asks for a sign-in, on this machine under its own name.
                let reply = try client.send("GET", path, headers: ["Host": "localhost"])
                #expect(reply.status == (path == "/admin" ? 303 : 200), "\(match.1)")
            }
        }
    }

    @Test(
        "the front page shows the setup to its own machine only",
        arguments: [
            ("localhost", [:], true), ("127.0.0.1:80", [:], true), ("api.example.com", [:], false),
            ("localhost.example.com", [:], false), ("localhost", ["X-Forwarded-For": "203.0.113.9"], false),
            ("localhost", ["Via": "1.1 proxy"], false),
            ("localhost", ["Forwarded": "for=203.0.113.9"], false),
        ] as [(String, [String: String], Bool)])
    func showsState(host: String, headers: [String: String], isShown: Bool) async throws {
        var options = TestServer.Options()
        options.setup = [
            SetupStep("mail", "Set `SHIPMATE_SMTP_URL`.", isDone: false),
            SetupStep("proxy", "Set `SHIPMATE_FORWARDED_HOPS`.", isDone: true),
        ]
        try await TestServer.with(options) { server in
            let fields = headers.map { "\($0): \($1)\r\n" }.joined()
            let reply = try server.client.http.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n")
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == 200)
            #expect(text.contains("Missing before going live") == isShown)
            #expect(text.contains("<code>SHIPMATE_SMTP_URL</code>") == isShown)
            #expect(text.contains("The database answers.") == isShown)
            #expect(!text.contains("SHIPMATE_FORWARDED_HOPS"))
        }
    }

    @Test func `on the link hosts these paths stay the links'`() async throws {
        try await OpeningTests.withLinks { _, client, key in
            let link = try client.shorten(["alias": "docs"], token: key)
            #expect(link == "https://go.example.com/docs")
            #expect(try client.visit(link, as: UserAgent.desktop).status == 302)
            let long = "https://go.example.com/?link=https://example.com/join"
            #expect(try client.visit(long, as: UserAgent.desktop).status == 302)
            for url in ["https://go.example.com/", "https://example.com/", "https://example.com/docs"] {
                #expect(try client.visit(url).status == 404, "\(url)")
            }
            #expect(try client.get("/docs").text.contains("Shipmate: every call"))
        }
    }
}
