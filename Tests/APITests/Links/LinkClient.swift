import API
import HTTP
import Referrals
import TestSupport
import Testing

// Links as tests make, open and claim them.

extension TestServer.Options {
    /// Links on, the app of the tests' profile behind them; each request from the address that it names.
    static var links: TestServer.Options {
        var options = TestServer.Options()
        options.profile = .test
        options.api.forwardedHops = 1
        return options
    }
}

/// Who opens links: a device that an agent and an address tell of.
struct Opener {
    let agent: String
    let address: String
    /// As the app says it in a claim.
    let device: JSONValue

    static func iphone(at address: String) -> Opener {
        Opener(
            agent: UserAgent.iPhone, address: address,
            device: ["platform": "ios", "os_version": "17.4.1", "model": "iPhone"])
    }

    static func android(at address: String) -> Opener {
        Opener(
            agent: UserAgent.android, address: address,
            device: ["platform": "android", "os_version": "14", "model": "Pixel 8"])
    }

    static func desktop(at address: String) -> Opener {
        Opener(agent: UserAgent.desktop, address: address, device: ["platform": "desktop"])
    }

    static let facebookBot = Opener(
        agent: UserAgent.facebook, address: "173.252.1.1", device: ["platform": "desktop"])
}

extension TestClient {
    /// Makes a link to the app's site unless told where to.
    func makeLink(
        _ members: [String: JSONValue] = [:], to link: String = "https://example.com/play", token: String
    ) throws -> Reply {
        let all = members.merging(["link": .string(link)]) { given, _ in given }
        return try send("POST", "/v1/links", token: token, .object(all))
    }

    func invite(_ members: [String: JSONValue] = [:], token: String) throws -> Reply {
        try send("POST", "/v1/invites", token: token, .object(members))
    }

    /// Opens a link of ours as a browser would.
    func open(_ link: String, as opener: Opener) throws -> Reply {
        let rest = link.dropFirst("https://".count)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(host.count)
        try http.send(
            "GET \(path.isEmpty ? "/" : path) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: \(opener.agent)\r\n"
                + "X-Forwarded-For: \(opener.address)\r\n\r\n")
        return try reply()
    }

    func claim(_ members: [String: JSONValue] = [:], as opener: Opener) throws -> Reply {
        let all = members.merging(["device": opener.device, "bundle_id": "com.example.game"]) { given, _ in
            given
        }
        return try send(
            "POST", "/v1/links/claim", headers: ["X-Forwarded-For": opener.address], .object(all))
    }

    /// Statistics once they say what they should: clicks are recorded behind the reply's back.
    func statistics(
        of code: String, token: String, days: Int? = nil, until isDone: (JSONValue) -> Bool = { _ in true }
    ) async throws -> JSONValue {
        var json = JSONValue.null
        for _ in 0..<200 {
            json = try get(
                "/v1/links/\(code)/stats" + (days.map { "?days=\($0)" } ?? ""), token: token
            ).json
            if isDone(json) { return json }
            try await Task.sleep(for: .milliseconds(20))
        }
        return json
    }
}

extension TestClient.Reply {
    var link: JSONValue { json["link"] ?? .null }
    var code: String { link["code"]?.string ?? "" }
    var shortLink: String { link["short_link"]?.string ?? "" }
}

extension JSONValue {
    static func object(_ members: [String: JSONValue]) -> JSONValue {
        .object(members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })
    }
}
