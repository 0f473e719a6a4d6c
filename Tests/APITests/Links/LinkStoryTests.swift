import HTTP
import Service
import TestSupport
import Testing

/// The flows of the systems whose place this takes, end to end through real HTTP: an invite is shared, opened
/// and claimed; the friend signs up, reaches level 5, and both see their rewards.
struct LinkStoryTests {
    @Test func `Firebase Dynamic Links: an invite through the Play store comes back as the install referrer`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite(["channel": "email"])
            let opened = try cast.client.open(invite.shortLink, as: .android(at: "192.0.2.1"))
            #expect((300..<400).contains(opened.status))
            let store = opened[header: "location"] ?? ""
            #expect(store.hasPrefix("https://play.google.com/store/apps/details?id=com.example.game"))
            let click = try cast.clickID(in: store)
            let referrer = JSONValue.string("link_click_id=\(click)")
            let claim = try cast.claim(["install_referrer": referrer], as: .android(at: "198.51.100.7"))
            #expect(claim.json["match"] == "unique")
            #expect(claim.json["invitation"]?["inviter"]?["short_name"] == "Anne")
            try cast.count("first_open", claim)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.standing(with: ben) == .bothPaid)
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token)["totals"]
            #expect(totals?["clicks"] == 1 && totals?["installs"] == 1 && totals?["first_opens"] == 1)
        }
    }

    @Test
    func `Facebook App Invites and App Links: a card in the feed, and the app opened by its own scheme`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite(["channel": "facebook", "social": ["title": "Sail with <Anne>"]])
            let card = try cast.client.open(invite.shortLink, as: .facebookBot)
            #expect(card.status == 200)
            for tag in [
                "og:title", "Sail with &lt;Anne&gt;", "al:ios:url", "al:android:package", "al:web:url",
            ] {
                #expect(card.text.contains(tag), "\(tag)")
            }
            let page = try cast.client.open(
                "https://go.example.com/applink?referral=\(cast.anne.code)", as: .facebookBot)
            #expect(page.status == 200 && page.text.contains(cast.anne.code))
            // The friend has the app: the preview's Open button carries the click into it.
            let phone = Opener.iphone(at: "192.0.2.2")
            let preview = try cast.client.open(invite.shortLink, as: phone)
            #expect(preview.status == 200 && preview.text.contains("examplegame://"))
            let click = JSONValue.string(try cast.clickID(in: preview.text))
            let claim = try cast.claim(["link_click_id": click], as: phone)
            #expect(claim.json["match"] == "unique")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.standing(with: ben) == .bothPaid)
        }
    }

    @Test
    func `Branch: a deferred deep link guessed from the device is held until an administrator releases it`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite([
                "campaign": "summer",
                "data": ["$deeplink_path": "ships/ranger", "$desktop_url": "https://example.com/desktop"],
            ])
            let desktop = try cast.client.open(invite.shortLink, as: .desktop(at: "192.0.2.3"))
            #expect(desktop[header: "location"]?.hasPrefix("https://example.com/desktop") == true)
            let phone = Opener.iphone(at: "192.0.2.3")
            _ = try cast.client.open(invite.shortLink, as: phone)
            let claim = try cast.claim([:], as: phone)
            #expect(claim.json["match"] == "default")
            #expect(claim.json["link"]?["data"]?["$deeplink_path"] == "ships/ranger")
            #expect(claim.json["invitation"]?["inviter"] == .null)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.standing(with: ben) == .bothHeld)
            #expect(try await cast.releaseHeldRewards() == ["signup", "level-5"])
            #expect(try await cast.standing(with: ben) == .bothPaid)
        }
    }

    @Test
    func `Nakama: the app's server makes the link and reports the level; a shared address is a weak match`()
        async throws
    {
        try await LinkCast.with { cast in
            let key = try await cast.server.key(.server)
            let payload = "https://example.com/join?invitedby=\(cast.anne.uid)"
            let link = try cast.client.makeLink(["feature": "crew"], to: payload, token: key)
            let other = try cast.client.makeLink(["feature": "news"], token: key)
            let phone = Opener.iphone(at: "203.0.113.5")
            for made in [other, link] { _ = try cast.client.open(made.shortLink, as: phone) }
            for code in [link.code, other.code] {
                _ = try await cast.client.statistics(of: code, token: key) { $0["totals"]?["clicks"] == 1 }
            }
            let claim = try cast.claim([:], as: phone)
            #expect(claim.json["match"] == "weak")
            #expect(claim.json["invitation"]?["referral_code"]?.string == cast.anne.code)
            let ben = try cast.play(after: claim, email: "ben@example.com", reportedBy: key)
            #expect(try await cast.standing(with: ben) == .unpaid)
            let decisions = try cast.client.get(
                "/v1/admin/users/\(ben.uid)/decisions", token: try await cast.server.key(.read))
            for rule in ["signup", "level-5"] {
                let denied: JSONValue = ["rule": .string(rule), "outcome": "denied", "reason": "weak_match"]
                #expect(
                    decisions.text.contains(String(decoding: JSONWriter.bytes(of: denied), as: UTF8.self)))
            }
        }
    }

    @Test
    func `Realtime Database: an iPhone pastes the link, the referral is written once, the counts add up`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite(["channel": "sms"])
            let claim = try cast.claim(
                ["clipboard": .string(invite.shortLink)], as: .iphone(at: "192.0.2.9"))
            #expect(claim.json["match"] == "unique")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            let mallory = try cast.client.signUp()
            expectProblem(
                try cast.client.send(
                    "PUT", "/v1/users/me/referrer", token: ben.token,
                    ["referred_by": .string(mallory.code)]), 409, "referral-already-set")
            #expect(try await cast.standing(with: ben) == .bothPaid)
            let counts = try cast.client.get("/v1/users/me/referrals", token: cast.anne.token).json["counts"]
            #expect(counts == ["referred": 1, "signed_up": 1, "rewarded": 1])
        }
    }
}
