internal import EmbeddedPostgres
internal import Glibc
internal import JSON

/// A player's stream, as the demo reads it: the server sends each event in one piece.
final class DemoStream {
    private static let pieceBytesMax = 65_536

    private let socket: Int32
    private var lines: [Substring] = []

    init(_ client: DemoClient, token: String) throws(DemoClient.Failure) {
        socket = try client.open(
            "GET", "/v1/users/me/stream", "Accept: text/event-stream\r\nAuthorization: Bearer \(token)\r\n")
    }

    deinit {
        close(socket)
    }

    /// The next event of one of these names, and its data; nil if none comes in time.
    func next(_ names: Set<String>, withinSeconds seconds: Int) -> (name: String, data: JSONValue)? {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            while !lines.isEmpty {
                let line = lines.removeFirst()
                guard line.hasPrefix("event: "), names.contains(String(line.dropFirst(7))) else { continue }
                guard let data = lines.first(where: { $0.hasPrefix("data: ") }),
                    let value = try? JSONParser.parse(Array(data.dropFirst(6).utf8))
                else { continue }
                return (String(line.dropFirst(7)), value)
            }
            guard readMore() else { return nil }
        }
    }

    private func readMore() -> Bool {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytesMax) { buffer, count in
            count = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
        }
        lines += String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return !bytes.isEmpty
    }
}
