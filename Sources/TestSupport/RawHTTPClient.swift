internal import Glibc

/// A blocking HTTP client for tests: it sends bytes as they are, good or bad, and reads replies with a
/// time-out.
package final class RawHTTPClient {
    /// Errors of talking to the server.
    package enum Failure: Error, Equatable {
        case cannotConnect(Int32)
        case timedOut
        /// The server closed or reset the connection before the reply was whole.
        case closed(received: String)
        case malformedReply(String)
    }

    /// One reply as it came.
    package struct Reply: Equatable {
        package let status: Int
        /// Names in lower case, in their order.
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        package var text: String { String(decoding: body, as: UTF8.self) }

        package static func == (left: Reply, right: Reply) -> Bool {
            left.status == right.status && left.body == right.body
                && left.headers.elementsEqual(right.headers) { $0 == $1 }
        }
    }

    package let descriptor: Int32
    private var received: [UInt8] = []

    /// Connects to 127.0.0.1.
    ///
    /// - Parameter source: another address of this machine to come from, such as 127.0.0.2.
    /// - Parameter receiveBufferBytes: makes the client a slow reader when small.
    package init(
        port: UInt16, timeoutMilliseconds: Int = 30_000, receiveBufferBytes: Int32? = nil,
        source: String? = nil
    ) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var bytes = receiveBufferBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(
            tv_sec: timeoutMilliseconds / 1_000, tv_usec: timeoutMilliseconds % 1_000 * 1_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if let source, call(bind, source, 0) != 0 { throw .cannotConnect(errno) }
        if call(connect, "127.0.0.1", port) != 0 { throw .cannotConnect(errno) }
    }

    private func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ host: String, _ port: UInt16
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit {
        close(descriptor)
    }

    package func send(_ text: String) throws(Failure) {
        try send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { sent += count } else if errno == EAGAIN { throw .timedOut } else { throw closed }
        }
    }

    /// Says that nothing more is sent; replies can still be read.
    package func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Sends a whole request and reads its reply.
    package func exchange(_ request: String, isHead: Bool = false) throws(Failure) -> Reply {
        try send(request)
        return try reply(isHead: isHead)
    }

    /// Reads the head of a reply whose pieces `chunk` reads as they come.
    package func beginReply() throws(Failure) -> Reply {
        let (status, headers) = try readStatusAndFields()
        return Reply(status: status, headers: headers, body: [])
    }

    /// Waits for the next piece of a reply; empty at its end.
    package func chunk() throws(Failure) -> [UInt8] {
        let line = try readLine()
        guard let count = Int(line, radix: 16) else { throw .malformedReply(line) }
        let bytes = try read(count)
        guard try readLine().isEmpty else { throw .malformedReply(line) }
        return bytes
    }

    /// Reads the next reply, interim ones included.
    package func reply(isHead: Bool = false) throws(Failure) -> Reply {
        let (status, headers) = try readStatusAndFields()
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        let isChunked = headers.contains { $0.name == "transfer-encoding" && $0.value == "chunked" }
        let body = isChunked && !isHead ? try readChunks() : try read(isHead ? 0 : length)
        return Reply(status: status, headers: headers, body: body)
    }

    private func readStatusAndFields() throws(Failure) -> (Int, [(name: String, value: String)]) {
        let head = try readHead()
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let parts = lines.isEmpty ? [] : lines.removeFirst().split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let status = Int(parts[1]) else { throw .malformedReply(head) }
        var headers: [(name: String, value: String)] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw .malformedReply(head) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.append((line[..<colon].lowercased(), String(value)))
        }
        return (status, headers)
    }

    /// Reads to the end of the connection and returns what came before it.
    package func readToEnd() throws(Failure) -> [UInt8] {
        while try receive() > 0 {}
        defer { received = [] }
        return received
    }

    /// Whether the server has ended the connection in good order, with nothing more to read.
    package func isEnded() throws(Failure) -> Bool {
        try readToEnd().isEmpty
    }

    private func readHead() throws(Failure) -> String {
        while true {
            if let end = Bytes.offset(of: "\r\n\r\n", in: received).map({ $0 + 4 }) {
                let head = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end)
                return head
            }
            guard try receive() > 0 else { throw closed }
        }
    }

    /// A body that comes in pieces (RFC 9112, section 7.1).
    private func readChunks() throws(Failure) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let chunk = try chunk()
            if chunk.isEmpty { return body }
            body += chunk
        }
    }

    private func readLine() throws(Failure) -> String {
        var line: [UInt8] = []
        while line.suffix(2) != [13, 10] { line += try read(1) }
        return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    private func read(_ count: Int) throws(Failure) -> [UInt8] {
        while received.count < count {
            guard try receive() > 0 else { throw closed }
        }
        let bytes = Array(received[..<count])
        received.removeFirst(count)
        return bytes
    }

    private func receive() throws(Failure) -> Int {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received += buffer[..<count] }
        if count < 0, errno == EAGAIN { throw .timedOut }
        if count < 0 { throw closed }
        return count
    }

    private var closed: Failure { .closed(received: String(decoding: received, as: UTF8.self)) }
}
