internal import API
internal import HTTP
internal import JSON
internal import WebClient

/// Calls a server's API with an API key.
struct AdminClient: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// HTTP's; nil without a reply.
        var status: Int?

        /// Whether the server may be there again soon.
        var isTransient: Bool { status.map { $0 >= 500 || $0 == 429 } ?? true }
    }

    private let url: String
    private let key: String
    private let client: WebClient

    /// - Parameter url: `https://host`, or `http://` of this machine: a key must not travel in plain.
    init(_ url: String, key: String, through client: WebClient) throws(Failure) {
        guard url.hasPrefix("https://") || Self.isOfThisMachine(url) else {
            throw Failure(
                description: "\(url): https://HOST is expected, or http:// of this machine")
        }
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        self.key = key
        self.client = client
    }

    /// Whether it is `http://` of an address that no network has.
    static func isOfThisMachine(_ url: String) -> Bool {
        guard url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
        if authority.hasPrefix("[::1]") { return true }
        let host = authority.prefix { $0 != ":" }
        let isAddress = host.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
        return host == "localhost" || isAddress && host.hasPrefix("127.")
    }

    func get(_ path: String) async throws(Failure) -> JSONValue { try await send(.get, path) }

    func post(_ path: String, _ body: JSONValue = [:]) async throws(Failure) -> JSONValue {
        try await send(.post(JSONWriter.bytes(of: body)), path)
    }

    func delete(_ path: String) async throws(Failure) { _ = try await send(.delete, path) }

    private func send(_ method: WebRequest.Method, _ path: String) async throws(Failure) -> JSONValue {
        var request = WebRequest(url: url + path)
        request.method = method
        request.headers = [
            ("Authorization", "Bearer \(key)"), ("Content-Type", "application/json"),
            ("User-Agent", "shipmate/\(ProductVersion.current)"),
        ]
        request.deadlineMilliseconds = 40_000
        request.bodyBytesMax = 16 << 20
        request.addresses = .any
        request.allowsPlainHTTP = true
        let response: WebResponse
        do throws(WebError) {
            response = try await client.send(request)
        } catch {
            throw Failure(description: "\(url): \(error.text)")
        }
        let json = response.body.isEmpty ? .null : try? JSONParser.parse(response.body)
        guard (200...299).contains(response.status), let json else {
            throw failure(response.status, json ?? .null)
        }
        return json
    }

    private func failure(_ status: Int, _ problem: JSONValue) -> Failure {
        var words = ["\(url): \(status)"]
        for name in ["title", "detail"] {
            if case .string(let text)? = problem[name], !text.isEmpty { words.append(text) }
        }
        if status == 401 {
            words.append("The key has expired, was revoked, or is another installation's.")
        }
        return Failure(description: words.joined(separator: ": "), status: status)
    }
}
