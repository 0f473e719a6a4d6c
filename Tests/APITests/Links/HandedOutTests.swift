import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// Every link that any page, card, file or reply of ours contains leads an app that brings it to the
/// invitation, with whatever others add to it on the way.
struct HandedOutTests {
    /// How Anne's link is made.
    enum Kind: CaseIterable {
        case invite, deepPath, firebase, branch

        func make(_ cast: LinkCast) async throws -> String {
            let payload = "https://example.com/join?invitedby=\(cast.anne.code)"
            switch self {
            case .invite: return try cast.invite(["data": ["$always_deeplink": true]]).shortLink
            case .deepPath:
                return try cast.client.makeLink(
                    ["data": ["$deeplink_path": "ships/ranger", "$always_deeplink": true]], to: payload,
                    token: cast.anne.token
                ).required(201).shortLink
            case .firebase:
                let info: JSONValue = [
                    "domainUriPrefix": "https://go.example.com", "link": .string(payload),
                    "androidInfo": ["androidPackageName": "com.example.game"],
                    "iosInfo": ["iosBundleId": "com.example.game"],
                ]
                let made = try cast.client.send(
                    "POST", "/v1/shortLinks?key=AIzaTestKey", ["dynamicLinkInfo": info])
                return try made.required(200).json["shortLink"]?.string ?? ""
            case .branch:
                let made = try cast.client.send(
                    "POST", "/v1/url",
                    [
                        "branch_key": "key_live_test", "identity": .string(cast.anne.uid),
                        "data": ["$deeplink_path": "ships/ranger"],
                    ])
                return try made.required(200).json["url"]?.string ?? ""
            }
        }
    }

    /// What others add on the way.
    private static let changes: [(String, @Sendable (String) -> String)] = [
        ("as it is", { $0 }),
        (
            "a slash",
            { url in
                let end = url.firstIndex(of: "?") ?? url.endIndex
                return url[..<end].hasSuffix("/") ? url : url[..<end] + "/" + url[end...]
            }
        ),
        ("a campaign", { $0 + ($0.contains("?") ? "&" : "?") + "utm_source=news&utm_medium=a%20b" }),
        ("an app's own browser", { $0 + ($0.contains("?") ? "&" : "?") + "fbclid=IwAR0&igshid=1&ttclid=2" }),
        (
            "Android's intent",
            { url in
                guard let end = url.firstRange(of: "://"), !url.hasPrefix("http") else { return url }
                return "intent" + url[end.lowerBound...] + "#Intent;scheme=\(url[..<end.lowerBound])"
                    + ";package=com.example.game;S.browser_fallback_url=https%3A%2F%2Fexample.com;end"
            }
        ),
    ]

    private static let openers: [Opener] = [
        .iphone(at: "192.0.2.1"), .ipad(at: "192.0.2.2"), .android(at: "192.0.2.3"),
        .desktop(at: "192.0.2.4"), .facebookBot,
    ]

    /// Where links stand, and all that stands there, but for stores and pictures.
    private func handedOut(_ link: String, _ cast: LinkCast) throws -> [(place: String, url: String)] {
        var found = [("itself", link), ("its preview", link + "?d=1"), ("its picture", link + "/qr")]
        let code = String(link.split(separator: "/").last ?? "")
        let key = cast.anne.token
        let shown = try cast.client.get("/v1/links/\(code)", token: key)
        if shown.status == 200 { found.append(("long", shown.link["long_link"]?.string ?? "")) }
        let picture = try cast.client.visit(link + "/qr?format=png")
        found.append(("what the picture says", try QRReader.read(png: picture.raw.body)))
        for opener in Self.openers {
            let reply = try cast.client.open(link, as: opener)
            found += Self.urls(in: reply).map { (opener.agent, $0) }
        }
        let mail = try cast.client.invite(["channel": "email"], token: cast.anne.token).json["message"]
        found += Self.urls(in: mail?["html"]?.string ?? "").map { ("the mail", $0) }
        let words = (mail?["body"]?.string ?? "").matches(of: /https:[^ ]+/)
        found += words.map { ("the message", String($0.0)) }
        let debug = try cast.client.open(link + "?d=1", as: .desktop(at: "192.0.2.4"))
        found += Self.urls(in: debug).map { ("the debug page", $0) }
        let page = "https://go.example.com/applink?referral=\(cast.anne.code)"
        found.append(("the App Links page", page))
        for page in [page, page + "&d=1"] {
            found += Self.urls(in: try cast.client.visit(page)).map { ("on the App Links page", $0) }
        }
        return found.filter { !Self.isAside($0.1) }.map { ($0.0, $0.1.trimmed) }
    }

    private static func urls(in reply: TestClient.Reply) -> [String] {
        urls(in: reply.text) + [reply[header: "location"]].compactMap(\.self)
    }

    private static func urls(in page: String) -> [String] {
        let pattern = #/(?:href|content|data-copy)="([a-z.]+:\/\/[^"]+)"/#
        return page.matches(of: pattern).map {
            String($0.1).replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        }
    }

    private static var options: TestServer.Options {
        var options = TestServer.Options.links
        options.profile?.hasDesktopPage = true
        return options
    }

    /// Stores and pictures open no app; what Google Play hands over is claimed as the referrer.
    private static func isAside(_ url: String) -> Bool {
        url.hasPrefix("https://apps.apple.com/") || url.hasPrefix("https://example.com/card.png")
            || url.hasPrefix("https://play.google.com/") && !url.contains("referrer=link_click_id%3D0")
    }

    private func evidence(_ url: String) throws -> [String: JSONValue] {
        guard url.hasPrefix("https://play.google.com/") else { return ["link": .string(url)] }
        let referrer = String(try #require(url.firstMatch(of: /referrer=([^&]+)/)).1)
        return ["install_referrer": .string(referrer.replacing("%3D", with: "=").replacing("%26", with: "&"))]
    }

    @Test(arguments: Kind.allCases)
    func `each claims surely, and says who invites`(_ kind: Kind) async throws {
        try await LinkCast.with(Self.options) { cast in
            let link = try await kind.make(cast)
            let count = try handedOut(link, cast).count
            #expect(count > 12)
            for (name, change) in Self.changes {
                // A click is claimed once: each change is tried on links from pages of their own.
                var claimed: Set<String> = []
                var all = try handedOut(link, cast)
                #expect(all.count == count)
                for index in all.indices {
                    let clicks = all[index].url.matches(of: /link_click_id(?:=|%3D)([0-9a-f-]{36})/)
                    if let click = clicks.first.map({ String($0.1) }), !claimed.insert(click).inserted {
                        all = try handedOut(link, cast)
                    }
                    let (place, url) = all[index]
                    let reply = try cast.claim(
                        try evidence(change(url)), as: .iphone(at: "198.51.100.1"))
                    let who = reply.json["invitation"]?["referral_code"]?.string
                    #expect(
                        reply.json["match"] == "unique" && who == cast.anne.code,
                        "\(place), \(name): \(change(url)): \(reply.text)")
                }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `each opens with whatever is added on the way, and what it opens claims`(_ kind: Kind) async throws {
        try await LinkCast.with(Self.options) { cast in
            let link = try await kind.make(cast)
            let code = String(link.split(separator: "/").last ?? "")
            let shown = try cast.client.get("/v1/links/\(code)", token: try await cast.server.key(.read))
            let long = shown.link["long_link"]?.string ?? ""
            for (name, change) in Self.changes {
                for (url, opener) in [
                    (link, Opener.iphone(at: "192.0.2.1")), (link, .android(at: "192.0.2.2")),
                    (long, .iphone(at: "192.0.2.3")),
                ] {
                    let opened = try cast.client.open(change(url), as: opener)
                    let click = try cast.clickID(in: opened.text + (opened[header: "location"] ?? ""))
                    let claim = try cast.claim(["link_click_id": .string(click)], as: opener)
                    let who = claim.json["invitation"]?["referral_code"]?.string
                    #expect(
                        claim.json["match"] == "unique" && who == cast.anne.code,
                        "\(name): \(change(url)): \(claim.text)")
                }
                let picture = try cast.client.visit(change(link + "/qr"))
                #expect(picture.status == 200 && picture[header: "content-type"] == "image/svg+xml")
                #expect(try cast.client.visit(change(link), as: UserAgent.facebook).text.contains("og:url"))
            }
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(prefix { !$0.isNewline }) }
}
