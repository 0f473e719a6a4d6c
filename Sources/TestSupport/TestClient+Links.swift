package import HTTP

extension TestClient {
    /// Makes a link to the app's site unless told where to, and returns the short link.
    package func shorten(_ members: [String: JSONValue] = [:], token: String) throws -> String {
        let all = members.merging(["link": "https://example.com/play"]) { given, _ in given }
        let body = all.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        let reply = try send("POST", "/v1/links", token: token, .object(body))
        guard let link = reply.json["link"]?["short_link"]?.string else {
            throw TestCluster.Failure(description: "no link: \(reply.text)")
        }
        return link
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
}
