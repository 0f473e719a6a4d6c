internal import API
internal import HTTP
package import JSON

// Links as tests make, open and claim them.

extension TestServer.Options {
    /// Links on, the app of the tests' profile behind them; each request from the address that it names.
    package static var links: TestServer.Options {
        var options = TestServer.Options()
        options.profile = .test
        options.api.forwardedHops = 1
        return options
    }
}

extension TestClient {
    /// Makes a link, by default to the app's site.
    package func makeLink(
        _ members: [String: JSONValue] = [:], to link: String = "https://example.com/play", token: String
    ) throws -> Reply {
        let all = members.merging(["link": .string(link)]) { given, _ in given }
        return try send("POST", "/v1/links", token: token, .object(all))
    }

    /// The short link of one that `makeLink` makes.
    package func shorten(_ members: [String: JSONValue] = [:], token: String) throws -> String {
        let reply = try makeLink(members, token: token)
        guard !reply.shortLink.isEmpty else {
            throw TestCluster.Failure(description: "no link: \(reply.text)")
        }
        return reply.shortLink
    }

    package func invite(_ members: [String: JSONValue] = [:], token: String) throws -> Reply {
        try send("POST", "/v1/invites", token: token, .object(members))
    }

    /// Opens a link of ours as a browser would.
    package func open(_ link: String, as opener: Opener) throws -> Reply {
        try visit(link, as: opener.agent, headers: ["X-Forwarded-For": opener.address])
    }

    /// Asks a URL's host for it, as a browser would.
    package func visit(
        _ url: String, as agent: String? = nil, method: String = "GET", headers: [String: String] = [:]
    ) throws -> Reply {
        let rest = url.dropFirst("https://".count)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(host.count)
        var all = headers
        all["Host"] = String(host)
        all["User-Agent"] = agent
        return try send(method, path.hasPrefix("/") ? String(path) : "/" + path, headers: all)
    }

    package func claim(
        _ members: [String: JSONValue] = [:], as opener: Opener, key: String? = nil
    ) throws -> Reply {
        let all = members.merging(["device": opener.device, "bundle_id": "com.example.game"]) { given, _ in
            given
        }
        var headers = ["X-Forwarded-For": opener.address]
        headers["Idempotency-Key"] = key
        return try send("POST", "/v1/links/claim", headers: headers, .object(all))
    }

    /// Statistics once they say what they should: clicks are recorded behind the reply's back.
    package func statistics(
        of code: String, token: String, days: Int? = nil, until isDone: (JSONValue) -> Bool = { _ in true }
    ) async throws -> JSONValue {
        var json = JSONValue.null
        _ = try await eventually {
            let days = days.map { "?days=\($0)" } ?? ""
            json = try send("GET", "/v1/links/\(code)/stats" + days, token: token).json
            return isDone(json)
        }
        return json
    }
}

extension TestClient.Reply {
    package var link: JSONValue { json["link"] ?? .null }
    package var code: String { link["code"]?.string ?? "" }
    package var shortLink: String { link["short_link"]?.string ?? "" }
}
