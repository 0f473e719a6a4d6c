import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/links/claim`: which link an install came through, and how surely.
struct ClaimTests {
    /// Anne, who shows a name, and an invite of hers.
    private func withInvite(
        _ body: (TestServer, TestClient, TestUser, TestClient.Reply) async throws -> Void
    ) async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let name: JSONValue = ["full_name": "Anne Bonny", "image_url": "https://example.com/anne.png"]
            expect(try client.send("PUT", "/v1/users/me/profile", token: anne.token, name), 200)
            let invite = try client.invite(["data": ["ship": "Ranger"]], token: anne.token)
            expect(invite, 201)
            try await body(server, client, anne, invite)
        }
    }

    private let inviter: JSONValue = [
        "full_name": "Anne Bonny", "short_name": .null, "image_url": "https://example.com/anne.png",
    ]

    @Test func `is sure of what the app brings: click, referrer, link or clipboard`() async throws {
        try await withInvite { _, client, anne, invite in
            let android = Opener.android(at: "192.0.2.1")
            let iphone = Opener.iphone(at: "192.0.2.2")
            let click = try client.clickID(of: invite.shortLink, as: iphone)
            let referrer = try client.clickID(of: invite.shortLink, as: android)
            let brought: [(JSONValue, String, Opener)] = [
                (.string(click), "link_click_id", iphone),
                (.string("utm_source=x&link_click_id=\(referrer)"), "install_referrer", android),
                (.string(invite.shortLink), "link", .iphone(at: "192.0.2.3")),
                (invite.link["long_link"] ?? .null, "link", .iphone(at: "192.0.2.4")),
                (.string(invite.shortLink), "clipboard", .iphone(at: "192.0.2.5")),
            ]
            for (value, name, opener) in brought {
                let reply = try client.claim([name: value], as: opener)
                expect(reply, 200)
                #expect(reply.json["match"] == "unique", "\(name): \(reply.text)")
                let link = reply.json["link"]
                #expect(link?["link"]?.string == "https://example.com/join?invitedby=\(anne.code)")
                #expect(reply.json["invitation"]?["referral_code"]?.string == anne.code)
                #expect(reply.json["invitation"]?["inviter"] == inviter)
            }
        }
    }

    @Test func `says none of what nobody knows, before a request is given up`() async throws {
        var options = TestServer.Options.links
        options.http.handlerTimeoutMilliseconds = 900
        try await TestServer.with(options) { server in
            let client = try server.client
            let unknown: [(String, JSONValue)] = [
                ("link_click_id", "01a1fddb-14e0-720d-9f78-8f9fe6617174"), ("link_click_id", "no-uuid"),
                ("link", "https://go.example.com/nowhere"),
            ]
            for (name, value) in unknown {
                // More than half of the time goes by in pauses; for the rest a machine may be too loaded.
                let reply = try #require(
                    try await eventually { () throws -> TestClient.Reply? in
                        let reply = try client.claim([name: value], as: .iphone(at: "192.0.2.1"))
                        return reply.status == 200 ? reply : nil
                    }, "\(name)")
                #expect(reply.json["match"] == "none")
            }
        }
    }

    @Test func `gives the same reply again under the same Idempotency-Key`() async throws {
        try await withInvite { server, client, _, invite in
            let iphone = Opener.iphone(at: "192.0.2.1")
            let click = try client.clickID(of: invite.shortLink, as: iphone)
            let key = "a-secret-of-the-install"
            let evidence: [[String: JSONValue]] = [
                ["link_click_id": .string(click)], ["link": .string(invite.shortLink)], [:],
            ]
            for brought in evidence {
                let replies = try (0..<2).map { _ in try client.claim(brought, as: iphone, key: key) }
                for reply in replies { expect(reply, 200) }
                #expect(replies[0].json == replies[1].json)
                #expect(replies[0].json["link_click_id"]?.string == click)
                #expect(replies[0].json["match"] == (brought.isEmpty ? "default" : "unique"))
            }
            let other = try client.claim(["link_click_id": .string(click)], as: iphone, key: key + "-other")
            #expect(other.json["match"] == "none")
            let keyed = "SELECT count(*) FROM clicks WHERE claim_key IS NOT NULL"
            #expect(try server.database.psql(keyed) == "1")
            for bad in ["too-short", "a key with spaces in it"] {
                expectProblem(
                    try client.claim(as: iphone, key: bad), 422, "validation",
                    mistakes: ["/Idempotency-Key invalid"])
            }
        }
    }

    @Test func `hands back what the link carries`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let made = try client.makeLink(
                [
                    "data": ["ship": "Ranger", "guns": 18], "android": ["min_version_code": 12],
                    "ios": ["min_version": "2.1"],
                    "analytics": ["utm_source": "mail", "utm_campaign": "summer", "gclid": "g"],
                ], token: anne.token)
            expect(made, 201)
            for (opener, version) in [
                (Opener.iphone(at: "192.0.2.1"), "2.1"), (.android(at: "192.0.2.2"), "12"),
            ] {
                let reply = try client.claim(["link": .string(made.shortLink)], as: opener)
                expect(reply, 200)
                let link = reply.json["link"]
                #expect(link?["code"]?.string == made.code)
                #expect(link?["short_link"]?.string == made.shortLink)
                #expect(link?["long_link"] == made.link["long_link"])
                #expect(link?["link"]?.string?.hasPrefix("https://example.com/play") == true)
                #expect(link?["data"] == made.link["data"])
                #expect(link?["utm"]?["utm_source"] == "mail")
                #expect(link?["utm"]?["utm_medium"] == .null)
                #expect(link?["utm"]?["gclid"] == "g")
                #expect(link?["min_version"]?.string == version)
            }
        }
    }

    @Test func `guesses by the device: one click is a default match, several a weak one`() async throws {
        try await withInvite { server, client, anne, invite in
            let phone = Opener.iphone(at: "198.51.100.1")
            expect(try client.claim(as: phone), 200)
            #expect(
                try client.claim(as: phone).json == [
                    "match": "none", "link_click_id": .null, "link": .null, "invitation": .null,
                    "receipt": .null,
                ])
            _ = try client.open(invite.shortLink, as: phone)
            let only = try client.claim(as: phone)
            #expect(only.json["match"] == "default", "\(only.text)")
            #expect(only.json["invitation"]?["referral_code"]?.string == anne.code)
            #expect(only.json["invitation"]?["inviter"] == .null)
            #expect(try client.claim(as: phone).json["match"] == "none")

            let shared = Opener.iphone(at: "198.51.100.2")
            let other = try client.invite(["channel": "sms"], token: try client.signUp().token)
            let key = try await server.key(.read)
            for (link, clicks) in [(invite, 2), (other, 1)] {
                _ = try client.open(link.shortLink, as: shared)
                // A claim that finds the first click alone takes it.
                _ = try await client.statistics(of: link.code, token: key) {
                    $0["totals"]?["clicks"] == .integer(Int64(clicks))
                }
            }
            let weak = try client.claim(as: shared)
            #expect(weak.json["match"] == "weak", "\(weak.text)")
            #expect(weak.json["invitation"]?["inviter"] == .null)
        }
    }

    @Test func `a guess is not made for another app than the link's own`() async throws {
        try await withInvite { _, client, _, invite in
            let phone = Opener.iphone(at: "198.51.100.1")
            _ = try client.open(invite.shortLink, as: phone)
            #expect(try client.claim(["bundle_id": "com.example.other"], as: phone).json["match"] == "none")
            #expect(try client.claim(as: phone).json["match"] == "default")
        }
    }

    @Test func `a guess is not made for another address, nor for another platform`() async throws {
        try await withInvite { _, client, _, invite in
            _ = try client.open(invite.shortLink, as: .iphone(at: "198.51.100.1"))
            #expect(try client.claim(as: .iphone(at: "198.51.100.9")).json["match"] == "none")
            #expect(try client.claim(as: .android(at: "198.51.100.1")).json["match"] == "none")
            #expect(try client.claim(as: .iphone(at: "198.51.100.1")).json["match"] == "default")
        }
    }

    @Test func `of twenty claims of one click at once, exactly one is unique`() async throws {
        try await withInvite { server, client, _, invite in
            let click = try client.clickID(of: invite.shortLink, as: .android(at: "192.0.2.1"))
            _ = try await client.statistics(of: invite.code, token: server.key(.read)) {
                $0["totals"]?["clicks"] == 1
            }
            let clients = try (0..<20).map { _ in try server.client }
            let body: JSONValue = [
                "install_referrer": .string("link_click_id=\(click)"), "device": ["platform": "android"],
                "bundle_id": "com.example.game",
            ]
            for client in clients { try client.post("POST", "/v1/links/claim", body) }
            let matches = try clients.map { try $0.reply().json["match"]?.string ?? "?" }
            #expect(matches.filter { $0 == "unique" }.count == 1)
            #expect(matches.filter { $0 == "none" }.count == 19)
            let totals = try await client.statistics(of: invite.code, token: server.key(.read))["totals"]
            #expect(totals?["installs"] == 1)
        }
    }

    @Test func `a one-time link is good for one claim`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let link = try client.makeLink(["one_time": true], token: anne.token).shortLink
            let claims = try (1...2).map {
                try client.claim(["link": .string(link)], as: .iphone(at: "192.0.2.\($0)"))
            }
            #expect(claims.map { $0.json["match"] } == ["unique", "none"])
        }
    }

    @Test func `what is no evidence matches nothing`() async throws {
        try await withInvite { _, client, _, _ in
            let rows: [[String: JSONValue]] = [
                ["link_click_id": .string(newID())], ["link_click_id": "no id"],
                ["install_referrer": "utm_source=google-play&utm_medium=organic"],
                ["install_referrer": ""], ["link": "https://go.example.com/unknown"],
                ["link": "https://elsewhere.example.org/abc"],
                ["link": "https://go.example.com/?link=https%3A%2F%2Fevil.example.org%2F"],
                ["clipboard": "buy milk"], ["clipboard": ""],
            ]
            for row in rows {
                let reply = try client.claim(row, as: .iphone(at: "203.0.113.1"))
                expect(reply, 200)
                #expect(reply.json["match"] == "none", "\(row)")
                #expect(reply.json["link"] == .null && reply.json["invitation"] == .null)
            }
        }
    }

    @Test func `tells each mistake with its pointer`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let device: JSONValue = ["platform": "ios"]
            let long = JSONValue.string(String(repeating: "x", count: 8193))
            let rows: [(JSONValue, [String])] = [
                ([:], ["/device required"]), (["device": []], ["/device wrong_type"]),
                (["device": [:]], ["/device/platform required"]),
                (["device": ["platform": "iOS"]], ["/device/platform invalid"]),
                (["device": device, "link": long], ["/link too_long"]),
                (["device": device, "link": 5], ["/link wrong_type"]),
                (["device": device, "clipboard": "\u{0}"], ["/clipboard invalid"]),
                (["device": device, "bundle_id": ""], ["/bundle_id too_short"]),
                (["device": ["platform": "ios", "udid": "x"]], ["/device/udid unknown_field"]),
                (["device": device, "uid": "x"], ["/uid unknown_field"]),
            ]
            for (body, mistakes) in rows {
                expectProblem(
                    try client.send("POST", "/v1/links/claim", body), 422, "validation", mistakes: mistakes)
            }
        }
    }
}

extension TestClient {
    /// Opens a link and reads the click's id out of where it leads.
    func clickID(of link: String, as opener: Opener) throws -> String {
        let opened = try open(link, as: opener)
        let text = (opened[header: "location"] ?? "") + opened.text
        let found = text.firstMatch(of: /link_click_id(?:=|%3D)([0-9a-f-]{36})/)
        return String(try #require(found).1)
    }
}
