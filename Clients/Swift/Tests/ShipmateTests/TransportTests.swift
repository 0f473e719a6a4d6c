import Foundation
import Testing

@testable import Shipmate

#if canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
#else
    import Darwin
    private let stream = SOCK_STREAM
#endif

/// A server that ends each connection after the request, without a reply, or with the one given.
final class RawServer: Sendable {
    let port: UInt16
    let requests = Collected<String>()
    private let listener: Int32

    init(reply: String?) throws {
        let listener = socket(AF_INET, stream, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) + listen(listener, 16) + getsockname(listener, $0, &length)
            }
        }
        try #require(bound == 0)
        port = UInt16(bigEndian: address.sin_port)
        let requests = requests
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Self.answer(connection, reply, requests)
            }
            close(listener)
        }
    }

    /// The thread closes the listener: closed here, its number could be another server's before `accept` returns.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    var url: URL { URL(string: "http://127.0.0.1:\(port)")! }

    /// Keeps the connection for as long as replies go out, as real servers do.
    private static func answer(_ connection: Int32, _ reply: String?, _ requests: Collected<String>) {
        while let text = request(connection) {
            let seen = DispatchSemaphore(value: 0)
            Task {
                await requests.add(text)
                seen.signal()
            }
            seen.wait()
            guard let reply, !text.hasPrefix("POST") else { break }
            _ = send(connection, reply, reply.utf8.count, 0)
        }
        shutdown(connection, Int32(SHUT_RDWR))
        close(connection)
    }

    /// The head, and as much body as it announces.
    private static func request(_ connection: Int32) -> String? {
        var (text, bytes) = ("", [UInt8](repeating: 0, count: 65536))
        while case let count = recv(connection, &bytes, bytes.count, 0), count > 0 {
            text += String(decoding: bytes[..<count], as: UTF8.self)
            guard let head = text.range(of: "\r\n\r\n") else { continue }
            let length = text[..<head.lowerBound].components(separatedBy: "\r\n")
                .first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last.flatMap {
                    Int($0)
                }
            if text[head.upperBound...].utf8.count >= length ?? 0 { return text }
        }
        return nil
    }
}

@Suite struct TransportTests {
    private func caller(_ server: RawServer) -> Caller {
        Caller(host: server.url, transport: URLSessionTransport(), random: Options().random, log: { _ in })
    }

    private func error(of call: Call, _ server: RawServer) async -> (any Error)? {
        do { try await caller(server).value(call) } catch { return error }
        return nil
    }

    @Test func `a POST whose reply is lost on a used host is sent once, with its body`() async throws {
        let server = try RawServer(reply: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        for _ in 0..<3 { try await caller(server).value(Call("GET", "/v1/app")) }
        var call = try Call("POST", "/v1/events", JSON(members: ["id": "x"]))
        call.tries = 1
        #expect(await error(of: call, server) is ShipmateError)
        let posts = await server.requests.values.filter { $0.hasPrefix("POST") }
        #expect(posts.count == 1)
        #expect(posts.allSatisfy { $0.hasSuffix(#"{"id":"x"}"#) })
    }

    @Test func `each repetition has the same body and key`() async throws {
        let server = try RawServer(reply: nil)
        var call = try Call("POST", "/v1/users", JSON(members: ["claim": "x"]))
        (call.tries, call.idempotencyKey) = (3, "key-of-this-install")
        #expect(await error(of: call, server) is ShipmateError)
        let requests = await server.requests.values
        #expect(requests.count == 3)
        for request in requests {
            #expect(
                request.hasSuffix(#"{"claim":"x"}"#)
                    && request.contains("Idempotency-Key: key-of-this-install"))
        }
    }

    @Test func `a redirect is not followed`() async throws {
        let server = try RawServer(
            reply: "HTTP/1.1 302 Found\r\nLocation: /portal\r\nContent-Length: 0\r\n\r\n")
        var call = Call("GET", "/v1/users/me")
        call.token = "secret"
        #expect(await error(of: call, server) is Problem)
        #expect(await server.requests.values.count == 1)
    }

    @Test func `a portal's page with status 200 is no reply`() async throws {
        let server = try RawServer(reply: "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>")
        let shipmate = Shipmate(host: server.url, options: options(Folder()))
        do throws(ShipmateError) {
            try await shipmate.start()
            Issue.record("a reply")
        } catch { #expect(error.type == "offline") }
    }

    @Test func `a cancelled call ends`() async throws {
        let server = try RawServer(reply: "")
        let call = Task { _ = try await caller(server).value(Call("GET", "/v1/app")) }
        while await server.requests.values.isEmpty { await Task.yield() }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }
}
