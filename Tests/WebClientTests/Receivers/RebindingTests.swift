import EventLoops
import TestSupport
import Testing

@testable import WebClient

/// Names whose addresses change between requests, or are several: `answers` stands for DNS, the sockets are
/// real.
@Suite(.serialized) struct RebindingTests {
    /// Stands for a public address.
    private static let good = AddressFilter(publicAnd: [AddressRange("127.0.0.1")!])

    @Test func `a name that leads to a private address the second time isn't connected to`() async throws {
        let web = try OutsideServer.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            for (address, isAllowed) in [("127.0.0.1", true), ("127.0.0.2", false), ("127.0.0.1", true)] {
                var request = Self.request(to: web, answers: address)
                request.connectionSecondsMax = 0
                let result = await RequestTests.send(request, through: client)
                #expect(result.isSuccess == isAllowed, "\(address) \(result)")
                if !isAllowed { #expect(result == .failure(.addressForbidden)) }
            }
            await client.close()
        }
    }

    @Test func `of several addresses none is connected to that isn't allowed`() async throws {
        let web = try OutsideServer.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let mixed = Self.request(to: web, answers: "127.0.0.2,[::1],127.0.0.1")
            #expect(await RequestTests.send(mixed, through: client).isSuccess)
            await client.close()
        }
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let bad = Self.request(to: web, answers: "127.0.0.2,[::1],[::ffff:127.0.0.1]")
            #expect(await RequestTests.send(bad, through: client) == .failure(.addressForbidden))
            await client.close()
        }
    }

    @Test func `a pooled connection isn't used where its address isn't allowed any more`() async throws {
        let web = try OutsideServer.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            var request = Self.request(to: web, answers: "127.0.0.1")
            #expect(await RequestTests.send(request, through: client).isSuccess)
            request.addresses = .publicOnly
            #expect(await RequestTests.send(request, through: client) == .failure(.addressForbidden))
            await client.close()
        }
    }

    @Test func `a pooled connection is used up to its age, and then another`() async throws {
        let web = try OutsideServer.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            var request = Self.request(to: web, answers: "127.0.0.1")
            let first = try await client.send(request).body
            #expect(try await client.send(request).body == first)
            request.connectionSecondsMax = 1
            let aged = request
            #expect(try await eventually { try await client.send(aged).body != first })
            request.connectionSecondsMax = 0
            let (second, third) = (try await client.send(request).body, try await client.send(request).body)
            #expect(second != third)
            await client.close()
        }
    }

    private static func request(to web: OutsideServer, answers: String) -> WebRequest {
        var request = WebRequest(url: "http://receiver.test:\(web.port)/connection")
        request.answers = ["receiver.test:\(web.port):\(answers)"]
        request.addresses = good
        request.allowsPlainHTTP = true
        return request
    }
}
