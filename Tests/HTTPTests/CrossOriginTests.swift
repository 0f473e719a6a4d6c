import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// The CORS protocol over real sockets, as browsers speak it.
    @Suite struct CrossOriginTests {
        private static let game = "Origin: https://game.example"
        private static let mailRequests = "Access-Control-Request-Method: POST"

        private static func rig() async throws -> ServerRig {
            let origins = ["https://game.example", "http://localhost:5173"].compactMap { Origin($0) }
            return try await ServerRig(limits: ServerRig.impatient, crossOrigin: CrossOrigin(origins))
        }

        private static func crossOrigin(_ reply: RawHTTPClient.Reply) -> [String] {
            reply.headers.map(\.name).filter { $0.hasPrefix("access-control-") || $0 == "vary" }
        }

        @Test func `a listed origin's script may read the reply and its fields`() async throws {
            let rig = try await Self.rig()
            let client = try RawHTTPClient(port: rig.port)
            for origin in ["https://game.example", "http://localhost:5173"] {
                let reply = try client.exchange("GET /hello".request("Origin: \(origin)"))
                #expect(reply.status == 200 && reply.text == "hello")
                #expect(reply["access-control-allow-origin"] == origin)
                #expect(reply["vary"] == "Origin")
                let exposed = (reply["access-control-expose-headers"] ?? "").split(separator: ", ")
                #expect(Set(exposed).isSuperset(of: ["X-Request-Id", "Location", "Retry-After"]))
                #expect(Set(exposed).isSuperset(of: ["WWW-Authenticate", "Allow"]))
                #expect(reply["access-control-allow-credentials"] == nil)
                #expect(Self.crossOrigin(reply).count == 3)
            }
        }

        @Test func `a preflight is told the methods of the path and the fields that may be sent`()
            async throws
        {
            let rig = try await Self.rig()
            let client = try RawHTTPClient(port: rig.port)
            let asksFields = "Access-Control-Request-Headers: authorization,content-type"
            let reply = try client.exchange(
                "OPTIONS /hello".request(Self.game, Self.mailRequests, asksFields))
            #expect(reply.status == 204 && reply.body.isEmpty)
            #expect(reply["access-control-allow-origin"] == "https://game.example")
            #expect(reply["access-control-allow-methods"] == "GET, HEAD, DELETE, OPTIONS")
            #expect(
                reply["access-control-allow-headers"]
                    == """
                    Access-Token, Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, \
                    X-Request-Id
                    """)
            #expect(reply["access-control-max-age"] == "7200")
            #expect(reply["vary"] == "Origin")
        }

        @Test func `OPTIONS without a question is no preflight`() async throws {
            let rig = try await Self.rig()
            let client = try RawHTTPClient(port: rig.port)
            let plain = try client.exchange("OPTIONS /hello".request(Self.game))
            #expect(plain.status == 204 && plain["allow"] == "GET, HEAD, DELETE, OPTIONS")
            #expect(plain["access-control-allow-methods"] == nil)
            // There is no such path, so nothing on it is allowed: browsers want a status of 2xx.
            let nowhere = try client.exchange("OPTIONS /nowhere".request(Self.game, Self.mailRequests))
            #expect(nowhere.status == 404 && nowhere["access-control-allow-methods"] == nil)
        }

        @Test(arguments: [
            "Origin: https://evil.example", "Origin: null", "Origin: https://game.example.evil.example",
            "Origin: https://game.exampl", "Origin: http://game.example", "Origin: https://game.example:443",
            "Origin: https://GAME.example", "Origin: ", "Origin: *", "X-Origin: https://game.example",
            "Origin: https://game.example\r\nOrigin: https://game.example",
            "Origin: https://game.example, https://evil.example",
        ]) func `who isn't listed is served as ever, and nothing is allowed`(_ field: String) async throws {
            let rig = try await Self.rig()
            let client = try RawHTTPClient(port: rig.port)
            for line in ["GET /hello", "OPTIONS /hello", "GET /nowhere"] {
                let reply = try client.exchange(line.request(field, Self.mailRequests))
                #expect(Self.crossOrigin(reply) == ["vary"])
                #expect(reply["vary"] == "Origin")
                #expect(reply.status == ["GET /hello": 200, "OPTIONS /hello": 204][line] ?? 404)
            }
        }

        @Test func `nothing is said where no origin is listed`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            for line in ["GET /hello", "OPTIONS /hello", "GET /nowhere"] {
                #expect(
                    Self.crossOrigin(try client.exchange(line.request(Self.game, Self.mailRequests))) == [])
            }
        }

        private static let json = "Content-Type: application/json"

        /// Whoever answers: the router, the connection before any handler, or the handler's deadline.
        private static let refused: [(request: String, status: Int)] = [
            ("GET /nowhere".request(game), 404), ("PUT /hello".request(game), 405),
            ("BREW /hello".request(game), 501),
            ("POST /json".request(game, "Content-Type: a/b", body: "{}"), 415),
            ("POST /json".request(game, json, body: "{"), 400),
            ("POST /json".request(game, json, body: "{}"), 422),
            ("POST /small".request(game, body: "more than ten bytes"), 413),
            ("POST /small".request(game, "Content-Length: 5"), 408),
            ("GET /sleep/2000".request(game), 503), ("GET /hostile".request(game), 500),
        ]

        @Test(arguments: refused) func `problems can be read too`(_ request: String, _ status: Int)
            async throws
        {
            let rig = try await Self.rig()
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange(request)
            #expect(reply.status == status)
            #expect(reply["access-control-allow-origin"] == "https://game.example")
            #expect(reply["vary"] == "Origin")
            #expect(reply.text.contains("\"request_id\""))
        }

        @Test func `an origin that was never understood is none`() async throws {
            let rig = try await Self.rig()
            let long = String(repeating: "a", count: 9_000)
            for request in ["GET /\(long)".request(Self.game), "GET /hello".request(Self.game, "B\u{0}d: x")]
            {
                let reply = try RawHTTPClient(port: rig.port).exchange(request)
                #expect([400, 414].contains(reply.status))
                #expect(Self.crossOrigin(reply) == ["vary"])
            }
        }
    }
}
