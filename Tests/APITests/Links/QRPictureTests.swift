import Crypto
import EventLoops
import HTTP
import JSON
import Limits
import TestSupport
import Testing

@testable import API

/// Pictures of QR codes, which anyone can ask for: how many an address gets, and what is kept of them.
struct QRPictureTests {
    private static let two = RateLimit(2, perSeconds: 7_200)

    private func withLimit(
        _ limit: RateLimit? = nil, picturesQueueMax: Int = 64,
        _ body: (TestServer, TestClient) async throws -> Void
    ) async throws {
        var options = TestServer.Options.links
        options.api.picturesQueueMax = picturesQueueMax
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, qrCodesPerAddress: limit)
        try await TestServer.with(options) { server in try await body(server, try server.client) }
    }

    private func picture(
        _ client: TestClient, _ code: String, _ query: String = "", from address: String = "192.0.2.1"
    ) throws -> TestClient.Reply {
        try client.visit(
            "https://go.example.com/\(code)/qr" + query, headers: ["X-Forwarded-For": address])
    }

    @Test func `limits the pictures of an address, of known and unknown links together`() async throws {
        try await withLimit(Self.two) { server, client in
            let key = try await server.key(.server)
            expect(try client.makeLink(["alias": "summer"], token: key), 201)
            #expect(try picture(client, "summer").status == 200)
            #expect(try picture(client, "nobody", "?format=png").status == 404)
            for code in ["summer", "nobody"] {
                for query in ["", "?format=png&size=1024", "?fresh=1"] {
                    let refused = try picture(client, code, query)
                    #expect(refused.status == 429, "\(code)\(query)")
                    let seconds = refused[header: "retry-after"].flatMap { Int($0) } ?? 0
                    #expect((1...3_600).contains(seconds))
                }
                #expect(try picture(client, code, from: "192.0.2.2").status != 429)
            }
            // A link opens all the same.
            #expect(try client.visit("https://go.example.com/summer").status == 302)
        }
    }

    @Test func `the limit comes before drawing, and past the queue a picture is refused at once`()
        async throws
    {
        // None may wait, so each attempt to draw is a 503.
        try await withLimit(Self.two, picturesQueueMax: 0) { server, client in
            let key = try await server.key(.server)
            expect(try client.makeLink(["alias": "summer"], token: key), 201)
            for code in ["summer", "nobody"] {
                let refused = try picture(client, code)
                #expect(refused.status == 503)
                #expect(refused[header: "retry-after"] == "1")
            }
            for code in ["summer", "nobody"] { #expect(try picture(client, code).status == 429) }
        }
    }

    @Test func `other parameters change nothing of a picture`() async throws {
        try await withLimit { server, client in
            let key = try await server.key(.server)
            expect(try client.makeLink(["alias": "summer"], token: key), 201)
            let plain = QRPicture("https://go.example.com/summer", as: .png, sidePixels: 300)
            for query in ["", "&v=2", "&size=300&utm_source=print"] {
                let one = try picture(client, "summer", "?format=png&size=300" + query)
                #expect(try QRReader.read(png: one.raw.body) == "https://go.example.com/summer")
                #expect(one.raw.body == plain.draw())
            }
        }
    }

    @Test func `a picture is drawn once, and crosses push out no code`() async throws {
        try await onLoop { _ in
            let work = QRPictureWork(queueMax: 64)
            let code = QRPicture("https://go.example.com/summer", as: .png, sidePixels: 512)
            let first = try await work.bytes(of: code, for: .only)
            for side in 64...1_024 {
                let cross = QRPicture(nil, as: .svg, sidePixels: side)
                #expect(try await work.bytes(of: cross, for: .only).count > 100)
            }
            let second = try await work.bytes(of: code, for: .only)
            #expect(first.isSameStorage(as: second))
        }
    }

    @Test func `the store keeps as many pictures and bytes as it may, and those that are asked for`() {
        var store = QRPictureStore(countMax: 100, bytesMax: 10_000)
        let popular = QRPicture("popular", as: .svg, sidePixels: 512)
        store.keep([1], of: popular)
        for number in 0..<2_000 {
            let bytes = [UInt8](repeating: 0, count: number % 3 == 0 ? 1 : number)
            let other = QRPicture("\(number)", as: .png, sidePixels: 64 + number % 900)
            store.keep(bytes, of: other)
            #expect(store.bytes(of: other) == bytes)
            #expect(store.bytes(of: popular) == [1])
            #expect(store.count <= 100 && store.byteCount <= 10_000)
        }
        let large = QRPicture("large", as: .png, sidePixels: 1_024)
        store.keep([UInt8](repeating: 0, count: 5_001), of: large)
        #expect(store.bytes(of: large) == nil)
        #expect(store.bytes(of: popular) == [1])
    }
}

extension [UInt8] {
    fileprivate func isSameStorage(as other: [UInt8]) -> Bool {
        withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
    }
}
