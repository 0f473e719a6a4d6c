import Crypto
import FoundationEssentials
import HTTP
import TestSupport
import Values

/// A browser without script, as far as the console needs one: it keeps the cookie, and sends forms.
final class ConsoleClient {
    let server: TestServer
    /// Of the session; nil before a sign-in.
    var cookie: String?
    var host = "127.0.0.1"
    private let client: RawHTTPClient

    init(_ server: TestServer) throws {
        self.server = server
        client = try RawHTTPClient(port: server.port, timeoutMilliseconds: 180_000)
    }

    /// One who has signed in with a key.
    static func signedIn(_ server: TestServer, _ key: String) throws -> ConsoleClient {
        let client = try ConsoleClient(server)
        let reply = try client.submit("/admin/sign-in", ["api_key": key])
        guard reply.status == 303, client.cookie != nil else {
            throw ConsoleFailure(description: "not signed in: \(reply.status)")
        }
        return client
    }

    func get(_ path: String, headers: [String: String] = [:]) throws -> RawHTTPClient.Reply {
        try exchange("GET", path, headers: headers, body: nil)
    }

    /// Sends a form's fields.
    func submit(
        _ path: String, _ fields: [String: String], headers: [String: String] = [:]
    ) throws -> RawHTTPClient.Reply {
        try submit(path, inOrder: fields.sorted { $0.key < $1.key }, headers: headers)
    }

    /// The same for fields of which a name may come more than once.
    func submit(
        _ path: String, inOrder fields: [(key: String, value: String)], headers: [String: String] = [:]
    ) throws -> RawHTTPClient.Reply {
        let body = fields.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return try exchange("POST", path, headers: headers, body: body)
    }

    /// The token that this session's forms carry, from a page.
    func formToken() throws -> String {
        let page = try get("/admin/account").text
        guard let range = page.firstRange(of: "name=\"form_token\" value=\"") else {
            throw ConsoleFailure(description: "the page has no form")
        }
        return String(page[range.upperBound...].prefix { $0 != "\"" })
    }

    private func exchange(
        _ method: String, _ path: String, headers: [String: String], body: String?
    ) throws -> RawHTTPClient.Reply {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
        if let cookie { head += "Cookie: \(cookie)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body {
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        let reply = try client.exchange(head + "\r\n" + (body ?? ""))
        if let set = reply["set-cookie"] {
            let pair = String(set.prefix { $0 != ";" })
            cookie = pair.hasSuffix("=") ? nil : pair
            if let secret = pair.split(separator: "=").last { TestSecrets.note(String(secret)) }
        }
        return reply
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

struct ConsoleFailure: Error, CustomStringConvertible {
    let description: String
}

extension String {
    /// The hidden fields of a page's forms, as they are written.
    var hiddenFields: [String: String] {
        let fields = matches(of: /<input type="hidden" name="([a-z_]+)" value="([^"]*)">/)
        return Dictionary(fields.map { (String($0.1), String($0.2)) }) { first, _ in first }
    }

    /// The one result that a page shows once.
    var shownSecret: String? {
        firstMatch(of: /<input type="text" readonly="" value="([^"]+)"/).map { String($0.1) }
    }
}

/// An id as the console's forms have it.
func freshID() -> String {
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    return UUIDv7Generator().next(atMicroseconds: now).lowercaseText
}

/// An id as a client makes one.
func newID() -> String { UUID().uuidString.lowercased() }
