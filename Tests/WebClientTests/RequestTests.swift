import EventLoops
import TestSupport
import Testing

@testable import WebClient

/// Requests to a web server of somebody's, over TLS and sockets.
@Suite(.serialized) struct RequestTests {
    @Test func `asks over TLS, and is told status, headers and body`() async throws {
        let reply = try await ask("/hello")
        #expect(
            reply
                == .success(
                    WebResponse(status: 200, body: Array("hello".utf8), headers: try reply.get().headers)))
        #expect(try reply.get().header("CACHE-CONTROL") == "max-age=60")
        #expect(try reply.get().header("x-other") == nil)
        #expect(try await ask("/status/503").get().status == 503)
    }

    @Test func `posts what it is given, and waits for no leave to`() async throws {
        let body = [UInt8](repeating: 97, count: 1_200_000)
        for body in [body, Array("{}".utf8), []] {
            let reply = try await ask("/") { request in
                request.method = .post(body)
                request.bodyBytesMax = 2 << 20
                request.headers = [("Content-Type", "application/json"), ("X-Empty", "")]
            }.get()
            let text = String(decoding: reply.body, as: UTF8.self)
            let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
            let headers = parts[0].split(separator: "\n")
            #expect(headers.contains("content-length: \(body.count)"))
            #expect(headers.contains("content-type: application/json"))
            #expect(headers.contains("x-empty: "))
            #expect(!headers.contains { $0.hasPrefix("expect") })
            #expect(parts[1].utf8.elementsEqual(body))
        }
    }

    @Test func `believes no certificate but of whom it trusts, nor one for another name`() async throws {
        let untrusted = try await ask("/hello") { $0.trust = .system }
        #expect(untrusted.isTLSFailure, "\(untrusted)")
        let elsewhere = try await ask("/hello", host: "127.0.0.1")
        #expect(elsewhere.isTLSFailure, "\(elsewhere)")
        let nobody = try await ask("/hello") { $0.trust = .file("/nonexistent") }
        #expect(nobody.isTLSFailure, "\(nobody)")
    }

    @Test
    func `goes to no address that it mustn't, by number or by name, on a connection that others left too`()
        async throws
    {
        let web = try Self.web()
        for host in [
            "localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1",
        ] {
            let refused = try await onLoop { loop in
                await Self.send(
                    WebRequest(url: "https://\(host):\(web.port)/hello"), through: WebClient(on: loop))
            }
            #expect(refused == .failure(.addressForbidden), "\(host)")
        }
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let first = try await client.send(Self.request(to: "/connection", of: web))
            let second = try await client.send(Self.request(to: "/connection", of: web))
            #expect(first.body == second.body, "a connection is used again")
            var third = Self.request(to: "/connection", of: web)
            third.addresses = .publicOnly
            #expect(await Self.send(third, through: client) == .failure(.addressForbidden))
            third.addresses = AddressFilter(publicAnd: [AddressRange("127.0.0.0/8")!])
            #expect(await Self.send(third, through: client).isSuccess)
        }
    }

    @Test func `takes a redirect for a reply, follows it where asked to, and never to plain HTTP`()
        async throws
    {
        let plain = try await ask("/again/2")
        #expect(try plain.get().status == 302)
        #expect(try plain.get().header("location") == "/again/1")
        let followed = try await ask("/again/2") { $0.redirectsMax = 2 }
        #expect(try followed.get().status == 200)
        #expect(try followed.get().header("location") == nil)
        #expect(try await ask("/again/3") { $0.redirectsMax = 2 } == .failure(.tooManyRedirects))
        let down = try await ask("/to/http://localhost/") { $0.redirectsMax = 1 }
        guard case .failure(.invalidRequest) = down else {
            Issue.record("\(down)")
            return
        }
    }

    @Test func `a redirect leads to no address that it mustn't`() async throws {
        let (web, other) = (try Self.web(), try Self.web())
        let outcome = try await onLoop { loop in
            var request = Self.request(to: "/to/https://127.0.0.2:\(other.port)/hello", of: web)
            request.redirectsMax = 1
            request.addresses = AddressFilter(publicAnd: [AddressRange("127.0.0.1")!])
            return await Self.send(request, through: WebClient(on: loop))
        }
        #expect(outcome == .failure(.addressForbidden))
    }

    @Test func `reads no more than it wants, whatever is said of the length`() async throws {
        #expect(try await ask("/bytes/1000") { $0.bodyBytesMax = 1_000 }.get().body.count == 1_000)
        #expect(try await ask("/bytes/1001") { $0.bodyBytesMax = 1_000 } == .failure(.tooLarge))
        #expect(try await ask("/endless") { $0.bodyBytesMax = 100_000 } == .failure(.tooLarge))
        #expect(
            try await ask("/heads/90") { $0.headerBytesMax = 64_000 }
                == .failure(.headerTooLarge(bytesMax: 64_000)))
    }

    @Test func `waits until the deadline, and says what became of a connection`() async throws {
        let began = MonotonicInstant.now
        #expect(try await ask("/never") { $0.deadlineMilliseconds = 300 } == .failure(.timedOut))
        #expect(MonotonicInstant.now.milliseconds(since: began) >= 300)
        let cut = try await ask("/cut")
        guard case .failure(.connectionLost) = cut else {
            Issue.record("\(cut)")
            return
        }
        #expect(try await ask("/hello", host: "nowhere.invalid") == .failure(.hostUnknown))
        let web = try Self.web()
        web.end()
        let nobody = try await onLoop { loop in
            await Self.send(Self.request(to: "/hello", of: web), through: WebClient(on: loop))
        }
        guard case .failure(.connectFailed) = nobody else {
            Issue.record("\(nobody)")
            return
        }
    }

    @Test(
        arguments: [
            "http://localhost/", "ftp://localhost/", "file:///etc/passwd", "smtp://localhost/", "localhost",
            "",
            "https://localhost/a b", "https://localhost/\r\nX: y", "https://user:secret@localhost/",
            "https://",
        ])
    func `sends nothing where the URL isn't good`(url: String) async throws {
        let outcome = try await onLoop { loop in
            var request = WebRequest(url: url)
            request.addresses = .any
            return await Self.send(request, through: WebClient(on: loop))
        }
        switch outcome {
        case .failure(.invalidRequest), .failure(.failed): break
        default: Issue.record("\(outcome)")
        }
    }

    @Test(arguments: [("A", "b\r\nC: d"), ("A: b", "c"), ("", "x"), ("A", "\u{0}"), ("A b", "c"), ("A;", "")])
    func `sends nothing where a header would be two`(name: String, value: String) async throws {
        let outcome = try await ask("/hello") { $0.headers = [(name, value)] }
        #expect(outcome == .failure(.invalidRequest("a header can't be sent")))
    }

    @Test func `goes out in plain HTTP only where that is let`() async throws {
        let web = try OutsideServer.web()
        let replies = try await onLoop { loop in
            var request = WebRequest(url: "http://localhost:\(web.port)/hello")
            request.addresses = .any
            let refused = await Self.send(request, through: WebClient(on: loop))
            request.allowsPlainHTTP = true
            return [refused, await Self.send(request, through: WebClient(on: loop))]
        }
        #expect(replies[0] == .failure(.invalidRequest("the URL isn't https")))
        #expect(replies[1].isSuccess)
    }

    private func ask(
        _ path: String, host: String = "localhost",
        _ change: @Sendable @escaping (inout WebRequest) -> Void = { _ in }
    ) async throws -> Result<WebResponse, WebError> {
        let web = try Self.shared.get()
        return try await onLoop { loop in
            var request = Self.request(to: path, of: web, host: host)
            change(&request)
            let client = WebClient(on: loop)
            let outcome = await Self.send(request, through: client)
            await client.close()
            return outcome
        }
    }
}

extension RequestTests {
    private static let authority = Result { try TestAuthority() }

    /// For whoever leaves nothing behind there.
    private static let shared = Result { try web() }

    static func web(
        with certificate: TestAuthority.Kind = .valid, options: [String] = []
    ) throws -> OutsideServer {
        try OutsideServer.web(by: authority.get(), with: certificate, options: options)
    }

    static func request(to path: String, of web: OutsideServer, host: String = "localhost") -> WebRequest {
        var request = WebRequest(url: "https://\(host):\(web.port)\(path)")
        request.addresses = .any
        request.trust = (try? authority.get().certificate).map(Trust.file) ?? .system
        return request
    }

    static func send(_ request: WebRequest, through client: WebClient) async -> Result<WebResponse, WebError>
    {
        do throws(WebError) {
            return .success(try await client.send(request))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == WebResponse, Failure == WebError {
    var isSuccess: Bool { (try? get()) != nil }

    var isTLSFailure: Bool {
        if case .failure(.tlsFailed) = self { true } else { false }
    }
}
