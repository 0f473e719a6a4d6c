import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A claim that names something isn't guessed: another player's click at that address stays for its owner.
struct NamedClaimTests {
    private static let unknownClick = "01a1fddb-14e0-720d-9f78-8f9fe6617174"

    /// What an app sends that wasn't opened by a link of ours, though somewhere a click waits.
    private static let named: [(field: String, value: String)] = [
        ("link", "examplegame://auth/callback?code=abc"), ("link", "com.example.game://oauth"),
        ("link", "fb1234://authorize#access_token=x"),
        ("link", "intent://auth#Intent;scheme=examplegame;package=com.example.game;end"),
        ("link", "https://example.com/news"), ("link", "https://example.com/verify?token=x"),
        ("link", "https://elsewhere.example.org/abc"), ("link", "https://go.example.com/deleted"),
        ("link", "https://go.example.com/deleted/qr"), ("link", "https://go.example.com/a/b/c"),
        ("link", "https://go.example.com/?link=https%3A%2F%2Fevil.example.org%2F"),
        ("link", "https://go.example.com/deleted?link_click_id=\(unknownClick)"),
        ("link", "no URL at all"), ("link_click_id", unknownClick), ("link_click_id", "no id"),
        ("install_referrer", "link_click_id=\(unknownClick)&utm_source=x"),
        ("clipboard", "https://go.example.com/deleted"), ("clipboard", " HTTPS://GO.example.com/deleted and"),
        ("clipboard", "https://go.example.com/a/b/c"), ("clipboard", "https://example.com/news"),
        ("clipboard", "https://go.example.com/ä"), ("clipboard", "examplegame://auth/callback"),
    ]

    /// What names nothing, as of most first starts.
    private static let nameless: [(field: String, value: String)] = [
        ("install_referrer", ""), ("install_referrer", "utm_source=google-play&utm_medium=organic"),
        ("install_referrer", "utm_source=(not%20set)&utm_medium=(not%20set)"),
        ("install_referrer", "link_click_id=&utm_source=x"), ("clipboard", ""), ("clipboard", "buy milk"),
        ("clipboard", "https://elsewhere.example.org/abc"), ("clipboard", "examplegame"),
        ("clipboard", "https://go.example.com.evil.example/deleted"),
        ("clipboard", "mailto:anne@example.com"),
    ]

    /// A click on Anne's invite from each of these addresses, stored.
    private func click(_ cast: LinkCast, at openers: [Opener]) async throws {
        let invite = try cast.invite([:])
        for opener in openers { try cast.client.open(invite.shortLink, as: opener).required(200) }
        let key = try await cast.server.key(.read)
        _ = try await cast.client.statistics(of: invite.code, token: key) {
            $0["totals"]?["clicks"] == .integer(Int64(openers.count))
        }
    }

    @Test func `what is none of ours is none, and the click stays for its owner`() async throws {
        try await LinkCast.with { cast in
            let openers = Self.named.indices.map { Opener.iphone(at: "198.51.100.\($0 + 1)") }
            try await click(cast, at: openers)
            for (opener, (field, value)) in zip(openers, Self.named) {
                let other = try cast.claim([field: .string(value)], as: opener)
                #expect(other.json["match"] == "none", "\(field): \(value): \(other.text)")
                #expect(other.json["link"] == .null && other.json["receipt"] == .null)
                let owner = try cast.claim([:], as: opener)
                #expect(owner.json["match"] == "default", "\(field): \(value): \(owner.text)")
            }
        }
    }

    @Test func `what names nothing is guessed`() async throws {
        try await LinkCast.with { cast in
            let openers = Self.nameless.indices.map { Opener.iphone(at: "198.51.100.\($0 + 1)") }
            try await click(cast, at: openers)
            for (opener, (field, value)) in zip(openers, Self.nameless) {
                let claim = try cast.claim([field: .string(value)], as: opener)
                #expect(claim.json["match"] == "default", "\(field): \(value): \(claim.text)")
            }
        }
    }

    @Test func `of several names the known one counts, whatever comes before it`() async throws {
        try await LinkCast.with { cast in
            let invite = try cast.invite([:])
            let claim = try cast.claim(
                ["link": "examplegame://auth/callback", "clipboard": .string(invite.shortLink)],
                as: .iphone(at: "198.51.100.1"))
            #expect(claim.json["match"] == "unique", "\(claim.text)")
        }
    }

    @Test func `Branch's install and open tell of another link, and leave the click`() async throws {
        try await LinkCast.with { cast in
            let rows: [(field: String, value: String, isLink: Bool)] = [
                ("universal_link_url", "https://example.com/news", true),
                ("universal_link_url", "https://go.example.com/deleted", true),
                ("external_intent_uri", "examplegame://auth/callback?code=abc", true),
                ("android_app_link_url", "https://elsewhere.example.org/abc", true),
                ("link_identifier", "1157834593", false), ("link_identifier", Self.unknownClick, false),
                ("install_referrer", "link_click_id=1157834593", false),
                ("local_url", "https://go.example.com/deleted", false),
            ]
            let openers = rows.indices.map { Opener.iphone(at: "198.51.100.\($0 + 1)") }
            try await click(cast, at: openers)
            for (opener, row) in zip(openers, rows) {
                for path in ["/v1/open", "/v1/install"] {
                    let reply = try branch(path, [row.field: .string(row.value)], as: opener, cast)
                    let data = try JSONParser.parse(Array((reply.json["data"]?.string ?? "").utf8))
                    #expect(reply.json["match"] == "none", "\(path): \(row): \(reply.text)")
                    #expect(data["+clicked_branch_link"] == false)
                    #expect(data["+non_branch_link"]?.string == (row.isLink ? row.value : nil), "\(row)")
                }
                let owner = try branch("/v1/install", [:], as: opener, cast)
                #expect(owner.json["match"] == "default", "\(row): \(owner.text)")
            }
        }
    }

    @Test func `of a link of ours that was claimed Branch's open says no other link`() async throws {
        try await LinkCast.with { cast in
            let opener = Opener.iphone(at: "198.51.100.1")
            let invite = try cast.invite([:])
            let click = try cast.client.clickID(of: invite.shortLink, as: opener)
            let url = "examplegame://open?link_click_id=\(click)"
            for isFirst in [true, false] {
                let reply = try branch("/v1/open", ["external_intent_uri": .string(url)], as: opener, cast)
                #expect(reply.json["match"]?.string == (isFirst ? "unique" : "none"))
                #expect(!reply.text.contains("non_branch_link"))
            }
        }
    }

    @Test func `Firebase's two calls leave the click, too`() async throws {
        try await LinkCast.with { cast in
            let opener = Opener.iphone(at: "198.51.100.1")
            try await click(cast, at: [opener])
            for link in ["https://go.example.com/deleted", "https://example.com/news"] {
                let install = try firebase(
                    "install", ["uniqueMatchLinkToCheck": .string(link)], as: opener, cast)
                #expect(install.status == 200 && install.json["attributionConfidence"] == nil, "\(link)")
            }
            for link in ["examplegame://auth/callback", "https://example.com/news", "x"] {
                let reopen = try firebase("reopen", ["requestedLink": .string(link)], as: opener, cast)
                #expect(reopen.status == 404, "\(link): \(reopen.text)")
            }
            let owner = try firebase("install", ["uniqueMatchLinkToCheck": "buy milk"], as: opener, cast)
            #expect(owner.json["attributionConfidence"] == "DEFAULT", "\(owner.text)")
        }
    }

    private func branch(
        _ path: String, _ members: [String: JSONValue], as opener: Opener, _ cast: LinkCast
    ) throws -> TestClient.Reply {
        let device: [String: JSONValue] = [
            "branch_key": "key_live_test", "os": "iOS", "os_version": "17.4", "model": "iPhone15,2",
            "ios_bundle_id": "com.example.game",
        ]
        return try cast.client.send(
            "POST", path, headers: ["X-Forwarded-For": opener.address],
            .object(device.merging(members) { $1 })
        ).required(200)
    }

    private func firebase(
        _ call: String, _ members: [String: JSONValue], as opener: Opener, _ cast: LinkCast
    ) throws -> TestClient.Reply {
        let app: [String: JSONValue] = [
            "bundleId": "com.example.game", "iosVersion": "17.4", "device": ["deviceModelName": "iPhone15,2"],
        ]
        return try cast.client.send(
            "POST", "/v1/\(call)Attribution?key=AIzaTestKey", headers: ["X-Forwarded-For": opener.address],
            .object(app.merging(members) { $1 }))
    }
}
