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
        let rest = url.hasPrefix("http://") ? url.dropFirst("http://".count) : nil
        if let rest {
            guard ["localhost", "127.", "[::1]"].contains(where: rest.hasPrefix) else {
                throw Failure(description: "\(url): use https://, except for this machine", status: 400)
            }
        } else if !url.hasPrefix("https://") {
            throw Failure(
                description: "\(url): https://HOST or http://127.0.0.1:PORT is expected", status: 400)
        }
        self.url = String(url.reversed().drop { $0 == "/" }.reversed())
        self.key = key
        self.client = client
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
        if status == 401 { words.append("Is the key one of this server's database?") }
        return Failure(description: words.joined(separator: ": "), status: status)
    }
}
