import Accounts
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// The stream in a real browser, by the scripts of Documentation/Changes.md, on a site beside the API.
@Suite(.serialized) struct StreamsInBrowserTests {
    private struct Stage {
        let browser: Browser
        let (client, port): (TestClient, UInt16)
        let anne: TestUser
        /// Those of the page: by `fetch`, and by `EventSource`.
        let scripts: [String]

        /// Opens the site, with its scripts, and `seen` for what they get.
        func open() throws {
            try browser.open("http://game.example/")
            for script in scripts { _ = try browser.evaluate(script) }
            _ = try browser.evaluate(
                """
                var seen = [], token = "\(anne.token)"
                function handle(name, data) { seen.push([name, data, lastID ?? null]) }
                """)
        }

        /// The names of the events so far.
        func names() throws -> [String] {
            try browser.evaluate("seen.map(([name]) => name)").array?.compactMap(\.string) ?? []
        }

        /// Waits for an event.
        func sees(_ name: String, where condition: String = "true") async throws -> Bool {
            try await eventually {
                try browser.evaluate(
                    "seen.some(([name, data, id]) => name === '\(name)' && \(condition))") == true
            }
        }

        /// Anne brings a friend, and is paid 50.
        func bring() throws {
            let friend = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: friend.token, id: UUID().uuidString.lowercased())
        }

        /// Until resuming has no gaps.
        func untilConfirmed() async throws {
            let isConfirmed = try await eventually {
                let stream = try EventStreamClient(
                    port: port, path: "/v1/users/me/stream", token: anne.token)
                return try stream.next("state")?.id != nil
            }
            #expect(isConfirmed)
        }
    }

    /// The page's blocks of code in this language.
    private static func blocks(_ language: String) throws -> [String] {
        let root = #filePath.split(separator: "/").prefix { $0 != "Tests" }.joined(separator: "/")
        let page = try String(contentsOfFile: "/\(root)/Documentation/Changes.md", encoding: .utf8)
        return page.split(separator: "```\(language)\n").dropFirst().compactMap {
            $0.split(separator: "\n```").first.map(String.init)
        }
    }

    private static func scripts() throws -> [String] {
        let scripts = try blocks("js")
        #expect(scripts.count == 2)
        return scripts.map { script in
            let local = script.replacing("\"/v1/", with: "\"http://api.example/v1/")
                .replacing("`/v1/", with: "`http://api.example/v1/")
            #expect(local != script)
            return local
        }
    }

    /// - Parameter proxy: before the API, if there is one.
    private func withSite(
        behind proxy: ((TestServer) throws -> TestProxy)? = nil, _ body: (Stage) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.crossOrigin = CrossOrigin(["http://game.example"].compactMap { Origin($0) })
        let site = try await PageServer()
        try await TestServer.with(options) { server in
            let front = try proxy?(server)
            let browser = try Browser(
                hosts: ["api.example"], port: front?.port ?? server.port,
                elsewhere: ["game.example": site.port])
            defer { browser.close() }
            let client = try server.client
            let stage = Stage(
                browser: browser, client: client, port: server.port, anne: try client.signUp(),
                scripts: try Self.scripts())
            try await stage.untilConfirmed()
            try await body(stage)
            _ = front
        }
    }

    @Test func `fetch shows the state and changes, and resumes after the last one`() async throws {
        try await withSite { stage in
            let browser = stage.browser
            try stage.open()
            _ = try browser.evaluate("follow(token, handle); 0")
            #expect(try await stage.sees("state", where: "data.user.uid === '\(stage.anne.uid)'"))
            try stage.bring()
            #expect(try await stage.sees("balance", where: "data.data.balance === 50"))
            #expect(try stage.names() == ["state", "reward", "balance"])
            let last = try browser.evaluate("lastID").string
            // Another page ends the stream. What happens meanwhile comes when the user is back.
            try browser.open("http://game.example/")
            try stage.bring()
            try stage.open()
            _ = try browser.evaluate("lastID = '\(last ?? "")'; follow(token, handle); 0")
            #expect(try await stage.sees("balance", where: "data.data.balance === 100"))
            #expect(try stage.names() == ["reward", "balance"])
        }
    }

    @Test func `EventSource survives a proxy that ends it, with another ticket and without a gap`()
        async throws
    {
        let nginx = try #require(Self.blocks("nginx").first).replacing("40s", with: "2s")
        try await withSite(behind: { try TestProxy(.nginx, nginx, before: $0.port) }) { stage in
            let browser = stage.browser
            try stage.open()
            _ = try browser.evaluate(
                """
                var sources = []
                EventSource = class extends EventSource {
                    constructor(url) { super(url); sources.push(this) }
                }
                open(token, handle)
                """)
            #expect(try await stage.sees("state"))
            try stage.bring()
            #expect(try await stage.sees("balance", where: "data.data.balance === 50"))
            // Cut off, it comes back with the used ticket, and is stopped by 204.
            let isReplaced = try await eventually {
                try browser.evaluate("sources.length > 1 && sources[0].readyState") == 2
            }
            #expect(isReplaced)
            try stage.bring()
            #expect(try await stage.sees("balance", where: "data.data.balance === 100"))
            #expect(try stage.names() == ["state", "reward", "balance", "reward", "balance"])
        }
    }

    /// Tabs whose sources do nothing of their own.
    private static let source = """
        (async () => {
            const reply = await fetch("http://api.example/v1/users/me/stream/tickets", {
                method: "POST", headers: {Authorization: "Bearer " + token, "Content-Type": "application/json"},
                body: "{}"})
            source = new EventSource("http://api.example/v1/users/me/stream?ticket=" + (await reply.json()).ticket)
            for (const name of ["state", "balance", "end"])
                source.addEventListener(name, event => handle(name, JSON.parse(event.data)))
            return reply.status
        })()
        """

    @Test func `of seven tabs the last five are live, and the others end by 204`() async throws {
        try await withSite { stage in
            let browser = stage.browser
            var tabs = [browser.tab]
            for number in 1...7 {
                if number > 1 { tabs.append(try browser.openAnotherTab()) }
                try stage.open()
                _ = try browser.evaluate("var source")
                #expect(try browser.evaluate(Self.source) == 201)
                #expect(try await stage.sees("state"))
            }
            for tab in tabs[..<2] {
                browser.drive(tab)
                #expect(try await stage.sees("end", where: "data.type === '/problems/too-many-requests'"))
                // It comes back by itself, once.
                #expect(try await eventually { try browser.evaluate("source.readyState") == 2 })
                let again = try browser.evaluate("fetch(source.url).then(reply => reply.status)")
                #expect(again == 204)
            }
            try stage.bring()
            for tab in tabs[2...] {
                browser.drive(tab)
                #expect(try await stage.sees("balance", where: "data.data.balance === 50"))
                #expect(try browser.evaluate("source.readyState") == 1)
                #expect(try stage.names() == ["state", "balance"])
            }
            for tab in tabs[..<2] {
                browser.drive(tab)
                #expect(try stage.names() == ["state", "end"])
            }
        }
    }
}
