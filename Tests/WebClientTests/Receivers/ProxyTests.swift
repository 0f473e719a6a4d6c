import EventLoops
import Glibc
import TestSupport
import Testing

@testable import WebClient

/// Requests through a proxy of the operator's, and none through one of the environment's.
@Suite(.serialized) struct ProxyTests {
    @Test func `the proxy looks the name up and connects, and encryption goes through`() async throws {
        let (web, proxy) = (try RequestTests.web(), try OutsideServer.proxy())
        var request = RequestTests.request(to: "/hello", of: web)
        request.addresses = .publicOnly
        request.proxy = "http://127.0.0.1:\(proxy.port)"
        #expect(try await Self.send(request).get().body == Array("hello".utf8))
        #expect(proxy.text(of: "asked") == "CONNECT localhost:\(web.port)\n")
    }

    @Test func `a plain request goes through a proxy as well, by a name that only the proxy knows`()
        async throws
    {
        let (web, proxy) = (try OutsideServer.web(), try OutsideServer.proxy())
        var request = WebRequest(url: "http://receiver.invalid:\(web.port)/hello")
        request.allowsPlainHTTP = true
        request.proxy = "http://127.0.0.1:\(proxy.port)"
        #expect(try await Self.send(request).get().body == Array("hello".utf8))
        #expect(proxy.text(of: "asked") == "GET http://receiver.invalid:\(web.port)/hello\n")
    }

    @Test func `a proxy's refusal isn't the receiver's reply`() async throws {
        let proxy = try OutsideServer.proxy()
        var request = WebRequest(url: "https://forbidden.invalid/")
        request.proxy = "http://127.0.0.1:\(proxy.port)"
        #expect(
            try await Self.send(request) == .failure(.refused(status: 403, "the proxy made no connection")))
    }

    @Test func `a proxy that is gone is a failed connection, and one of another kind is refused`()
        async throws
    {
        let proxy = try OutsideServer.proxy()
        proxy.end()
        var request = WebRequest(url: "https://receiver.invalid/")
        request.proxy = "http://127.0.0.1:\(proxy.port)"
        guard case .failure(.connectFailed) = try await Self.send(request) else {
            Issue.record("connected")
            return
        }
        for other in ["socks5://127.0.0.1:1", "127.0.0.1:1", "https://127.0.0.1:1", ""] {
            request.proxy = other
            #expect(try await Self.send(request) == .failure(.invalidRequest("the proxy's URL isn't http")))
        }
    }

    /// In a process of its own: to set a variable while another test starts a program is a race.
    @Test func `the environment names no proxy, and no way around one`() async {
        await #expect(processExitsWith: .success) {
            let (web, proxy) = (try RequestTests.web(), try OutsideServer.proxy())
            let address = "http://127.0.0.1:\(proxy.port)"
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, address, 1)
            }
            var request = RequestTests.request(to: "/hello", of: web)
            try #require(try await ProxyTests.send(request).isSuccess)
            try #require(proxy.text(of: "asked") == nil)
            for name in ["no_proxy", "NO_PROXY"] { setenv(name, "*", 1) }
            request.proxy = address
            try #require(try await ProxyTests.send(request).isSuccess)
            try #require(proxy.text(of: "asked") == "CONNECT localhost:\(web.port)\n")
        }
    }

    private static func send(_ request: WebRequest) async throws -> Result<WebResponse, WebError> {
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let result = await RequestTests.send(request, through: client)
            await client.close()
            return result
        }
    }
}
