import EventLoops
import TestSupport
import Testing

@testable import WebClient

/// Receivers that are slow, endless, or that lead elsewhere, over TLS and sockets.
@Suite(.serialized) struct HostileReceiverTests {
    @Test func `of a gigabyte 64 KiB are read, 1 KiB is kept, and the status counts`() async throws {
        for path in ["/gigabyte", "/endless", "/bytes/65537"] {
            let reply = try await post(path) { $0.countsAtHead = false }.get()
            #expect(reply.status == 200)
            #expect(reply.body == [UInt8](repeating: 120, count: 1_024))
            #expect(reply.isCut)
        }
        let reply = try await post("/bytes/65536") { $0.countsAtHead = false }.get()
        #expect(reply.body.count == 1_024)
        #expect(!reply.isCut)
    }

    @Test func `where a long body is a failure, nothing of it is kept`() async throws {
        let reply = try await post("/gigabyte") { ($0.longBody, $0.countsAtHead) = (.failure, false) }
        #expect(reply == .failure(.tooLarge))
    }

    @Test(arguments: ["/slow/0.01", "/never"])
    func `a byte now and nothing later end at the deadline`(path: String) async throws {
        let began = MonotonicInstant.now
        let reply = try await post(path) { ($0.deadlineMilliseconds, $0.countsAtHead) = (500, false) }
        #expect(reply == .failure(.timedOut))
        let milliseconds = MonotonicInstant.now.milliseconds(since: began)
        #expect(milliseconds >= 500 && milliseconds < 14_000)
    }

    @Test func `a request that ended frees its slot and its connection`() async throws {
        let web = try RequestTests.web()
        try await onLoop { loop in
            let client = WebClient(on: loop, limits: .init(requestsMax: 1, connectionsPerHostMax: 1))
            for path in ["/slow/0.01", "/never", "/gigabyte", "/cut", "/hello"] {
                var request = Self.request(to: path, of: web)
                request.deadlineMilliseconds = path == "/slow/0.01" || path == "/never" ? 200 : 15_000
                let result = await RequestTests.send(request, through: client)
                #expect(result.isSuccess == (path != "/never"), "\(path)")
            }
            await client.close()
        }
    }

    @Test func `slow receivers take no connection of others, also of the same host`() async throws {
        let web = try RequestTests.web()
        try await onLoop { loop in
            let client = WebClient(on: loop, limits: .init(requestsMax: 64, connectionsPerHostMax: nil))
            let slow = (1...32).map { _ in
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    return await RequestTests.send(Self.request(to: "/never", of: web), through: client)
                }
            }
            #expect(await eventually { web.text(of: "never")?.utf8.count == 6 * 32 })
            #expect(await RequestTests.send(Self.request(to: "/hello", of: web), through: client).isSuccess)
            await client.close()
            for task in slow { #expect(await task.value == .failure(.cancelled)) }
        }
    }

    @Test func `a status of 2xx counts at its head, whatever the body does`() async throws {
        for status in [200, 204, 299] {
            let began = MonotonicInstant.now
            let reply = try await post("/drip/\(status)").get()
            #expect(reply.status == status && reply.body.isEmpty)
            // The deadline is 15 s.
            #expect(MonotonicInstant.now.milliseconds(since: began) < 10_000)
        }
        #expect(try await post("/cut").get().status == 200)
        #expect(try await post("/endless").get().status == 200)
    }

    @Test func `another status waits for the body, and counts where that breaks off`() async throws {
        let reply = try await post("/drip/503") { $0.deadlineMilliseconds = 300 }.get()
        #expect(reply.status == 503 && reply.body.isEmpty)
        #expect(try await post("/status/503").get().body == Array("so be it".utf8))
    }

    @Test func `a connection whose reply counted at its head is used again`() async throws {
        let web = try RequestTests.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            for count in 1...6 {
                let reply = await RequestTests.send(Self.request(to: "/noted", of: web), through: client)
                #expect(reply.isSuccess)
                #expect(await eventually { web.text(of: "ports")?.split(separator: "\n").count == count })
                // The body may still be on its way.
                try? await loop.sleep(milliseconds: 50)
            }
            await client.close()
        }
        let ports = web.text(of: "ports")?.split(separator: "\n") ?? []
        #expect(ports.count == 6 && Set(ports).count < 6)
    }

    @Test(arguments: [
        ("/long-head/200000", "The reply's header is larger than 32768 bytes."),
        ("/heads/90", "The reply's header is larger than 32768 bytes."),
        ("/silent", "The connection was lost: it was closed without a reply"),
        ("/garbage", "The reply is not valid HTTP"),
    ]) func `a failure says what happened in plain English`(path: String, text: String) async throws {
        guard case .failure(let error) = try await post(path) else {
            Issue.record("\(path) is no failure")
            return
        }
        #expect(error.text.hasPrefix(text), "\(path): \(error.text)")
    }

    @Test func `a redirect is a reply, also one to a private address`() async throws {
        let reply = try await post("/to/http://169.254.169.254/latest/meta-data").get()
        #expect(reply.status == 302)
        #expect(reply.header("location") == "http://169.254.169.254/latest/meta-data")
    }

    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 37), ("Sun Nov  6 08:49:37 1994", 37),
            ("Sun, 06 Nov 1994 08:48:37 GMT", 0), ("99999999999999999999", .max), (" 7 ", 7),
            ("soon", nil), ("-5", nil), ("1.5", nil), ("", nil),
        ] as [(String, Int64?)])
    func `429 gives the seconds to wait`(value: String, seconds: Int64?) async throws {
        let path = "/later/" + value.map { $0 == " " ? "%20" : String($0) }.joined()
        let reply = try await post(path).get()
        #expect(reply.status == 429)
        #expect(reply.retryAfterSeconds(at: 784_111_740) == seconds)
    }

    @Test func `where nothing is said of a retry, there is none`() async throws {
        #expect(try await post("/status/503").get().retryAfterSeconds(at: 0) == nil)
    }

    @Test(arguments: [TestAuthority.Kind.expired, .selfSigned])
    func `no certificate is accepted that is expired or signed by itself`(kind: TestAuthority.Kind)
        async throws
    {
        let web = try RequestTests.web(with: kind)
        let result = try await onLoop { loop in
            await RequestTests.send(Self.request(to: "/hello", of: web), through: WebClient(on: loop))
        }
        #expect(result.isTLSFailure, "\(result)")
    }

    @Test func `no TLS before 1.2 is accepted`() async throws {
        let web = try RequestTests.web(options: ["--tls1.1"])
        let result = try await onLoop { loop in
            await RequestTests.send(Self.request(to: "/hello", of: web), through: WebClient(on: loop))
        }
        #expect(result.isTLSFailure, "\(result)")
    }

    private func post(
        _ path: String, _ change: @Sendable @escaping (inout WebRequest) -> Void = { _ in }
    ) async throws -> Result<WebResponse, WebError> {
        let web = try RequestTests.web()
        return try await onLoop { loop in
            var request = Self.request(to: path, of: web)
            change(&request)
            let client = WebClient(on: loop)
            let result = await RequestTests.send(request, through: client)
            await client.close()
            return result
        }
    }

    /// As a webhook is sent, to a server that the operator has allowed.
    private static func request(to path: String, of web: OutsideServer) -> WebRequest {
        let list = try? ReceiverAllowList("https://localhost:*")
        let url = try? ReceiverURL(
            "https://localhost:\(web.port)\(path)", allowing: list ?? ReceiverAllowList())
        var request = url?.request() ?? WebRequest(url: "")
        request.method = .post(Array("{}".utf8))
        request.trust = RequestTests.request(to: path, of: web).trust
        return request
    }
}
