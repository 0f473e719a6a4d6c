import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

/// The stream through nginx and HAProxy, configured as Documentation/Changes.md says.
struct ProxiedStreamTests {
    private static let path = "/v1/users/me/stream"

    /// A server, a proxy before it, and Anne, whose stream goes through the proxy.
    private struct Stage {
        let client: TestClient
        let anne: TestUser
        let proxy: TestProxy

        /// - Parameters:
        ///   - seconds: the proxy's time-outs.
        ///   - line: of the configuration, left out.
        init(
            _ server: TestServer, behind program: TestProxy.Program, seconds: Int, without line: String = ""
        ) throws {
            let page = try SourceFiles.text("Documentation/Changes.md")
            let parts = page.split(separator: "```\(program.rawValue)\n")
            let block = try #require(parts.count == 2 ? parts[1].split(separator: "\n```").first : nil)
            #expect(block.contains("40s") && block.contains(line))
            let settings = block.replacing("40s", with: "\(seconds)s")
                .replacing(line, with: "", maxReplacements: line.isEmpty ? 0 : 1)
            proxy = try TestProxy(program, String(settings), before: server.port)
            client = try server.client
            anne = try client.signUp()
        }

        func open(after id: String? = nil) throws -> EventStreamClient {
            try EventStreamClient(
                port: proxy.port, path: ProxiedStreamTests.path, token: anne.token, lastID: id)
        }

        /// The last id of a stream that is read until the proxy ends it.
        func readToEnd(_ stream: EventStreamClient) -> (names: [String], lastID: String?) {
            var (names, last): ([String], String?) = ([], nil)
            // nginx cuts off a reply that isn't whole.
            while let event = try? stream.next() {
                names.append(event.name)
                last = event.id ?? last
            }
            return (names, last)
        }

        /// The events after `id`, of as many streams as the proxy makes of so many events.
        func read(_ count: Int, after id: String) async throws -> (names: [String], lastID: String) {
            var (names, last) = ([String](), id)
            let isWhole = try await eventually {
                let found = readToEnd(try open(after: last))
                names += found.names
                last = found.lastID ?? last
                return names.count >= count
            }
            #expect(isWhole)
            return (names, last)
        }

        /// Anne brings a friend, and is paid 50.
        func bring() throws {
            let friend = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: friend.token, id: newID())
        }

        /// Expects the state, and five changes, as they happen.
        func expectPromptness() async throws -> EventStreamClient {
            var (states, balances): ([Int], [Int]) = ([], [])
            var began = MonotonicInstant.now
            var stream = try open()
            // Until all processes know of the stream, the state has no id.
            let isConfirmed = try await eventually {
                let state = try #require(try stream.next("state"))
                states.append(MonotonicInstant.now.milliseconds(since: began))
                if state.id != nil { return true }
                began = .now
                stream = try open()
                return false
            }
            #expect(isConfirmed)
            #expect(stream.head["content-type"] == "text/event-stream")
            for paid in 1...5 {
                try bring()
                began = .now
                let balance = try #require(try stream.next("balance"))
                balances.append(MonotonicInstant.now.milliseconds(since: began))
                #expect(balance.json["data"]?["balance"] == .integer(Int64(50 * paid)))
            }
            // One that is buffered comes when the stream ends. A loaded machine delays some of them.
            #expect(states.min() ?? .max < 1_000 && balances.min() ?? .max < 1_000, "\(states) \(balances)")
            return stream
        }
    }

    @Test(arguments: TestProxy.Program.allCases)
    func `the state and changes come at once, also after more idle time than the proxy allows`(
        through program: TestProxy.Program
    ) async throws {
        try await TestServer.with { server in
            let stage = try Stage(server, behind: program, seconds: 20)
            let stream = try await stage.expectPromptness()
            // Two comments take 30 seconds, more than the proxy waits for.
            for _ in 0..<2 { #expect(try stream.comment()) }
            try stage.bring()
            #expect(try stream.next("balance")?.json["data"]?["balance"] == 300)
        }
    }

    /// With HTTP/1.0, nginx collects a reply in pieces, unless its `X-Accel-Buffering` forbids that.
    @Test func `nginx doesn't buffer by its own protocol either`() async throws {
        try await TestServer.with { server in
            let stage = try Stage(
                server, behind: .nginx, seconds: 20, without: "proxy_http_version 1.1;")
            _ = try await stage.expectPromptness()
        }
    }

    @Test(arguments: TestProxy.Program.allCases)
    func `a stream that the proxy ends goes on after its last event`(
        through program: TestProxy.Program
    ) async throws {
        try await TestServer.with { server in
            // Ended before a comment comes.
            let stage = try Stage(server, behind: program, seconds: 2)
            let found = try await eventually {
                let stream = try stage.open()
                let id = stage.readToEnd(stream).lastID
                #expect(stream.comments == 0)
                return id
            }
            let id = try #require(found)
            try stage.bring()
            let second = try await stage.read(2, after: id)
            #expect(second.names == ["reward", "balance"])
            // The next one repeats nothing.
            try stage.bring()
            let third = try await stage.read(2, after: second.lastID)
            #expect(third.names == ["reward", "balance"])
        }
    }
}
