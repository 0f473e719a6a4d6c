internal import HTTP
internal import JSON

/// A reply as the demo reads one: it has been sent whole, on a connection that then closed.
struct DemoReply {
    private let request: String
    private let lines: [Substring]
    private let body: [UInt8]

    /// Nil when `text` is no reply.
    init?(_ text: String, to request: String) {
        let bytes = Array(text.utf8)
        let blank = Array("\r\n\r\n".utf8)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: blank) }) else { return nil }
        self.request = request
        lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        body = Array(bytes[(end + blank.count)...])
    }

    /// A header field's value; `name` in lower case.
    func field(_ name: String) -> String? {
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix(name + ": ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }

    func isProblem(_ slug: String) -> Bool {
        guard let problem = try? JSONParser.parse(body) else { return false }
        return problem["type"] == .string("/problems/\(slug)")
    }

    /// The body of a reply that succeeded.
    func json() throws -> JSONValue {
        let status = lines.first ?? ""
        guard status.hasPrefix("HTTP/1.1 2") else {
            throw DemoClient.Failure(
                description: "\(request): \(status): \(String(decoding: body, as: UTF8.self))")
        }
        return try JSONParser.parse(body)
    }
}
