import HTTP
import JSON
import TestSupport
import Testing

/// Invites as apps sent them by message, mail and Facebook: the app asks for the words, the friend gets them,
/// opens the link that is in them, installs, and both are rewarded.
struct InvitesStoryTests {
    @Test
    func `by message: the words have the link, which an iPhone opens and whose app finds the invitation`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite(["channel": "sms"])
            let words = try #require(invite.json["message"]?["body"]?.string)
            #expect(words.hasPrefix("Join me in Pieces & Eight: https://go.example.com/"), "\(words)")
            let link = try words.firstLink
            let phone = Opener.iphone(at: "192.0.2.9")
            #expect(try cast.client.open(link, as: phone).text.contains("Anne</bdi> invites you to"))
            // Get the app has copied it.
            let claim = try cast.claim(["clipboard": .string(link)], as: phone)
            #expect(claim.json["match"] == "unique")
            #expect(claim.json["invitation"]?["inviter"]?["short_name"] == "Anne")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
            let shown = try cast.client.send("GET", "/v1/links/\(invite.code)", token: cast.anne.token)
            #expect(shown.link["channel"] == "sms")
        }
    }

    @Test func `by mail: subject, words and a button, and the Play store hands the invitation over`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite(["channel": "email"])
            let message = invite.json["message"]
            #expect(message?["subject"]?.string == "Anne Bonny invites you to Pieces & Eight")
            #expect(message?["body"]?.string?.contains("(code \(cast.anne.code))") == true)
            let html = try #require(message?["html"]?.string)
            let button = try #require(
                html.matches(of: /href="([^"]+)"[^>]*>([^<]+)<\/a>/).first { $0.2 == "Get the app" })
            #expect(String(button.1) == invite.shortLink)
            let phone = Opener.android(at: "192.0.2.1")
            let store = try cast.client.open(String(button.1), as: phone)[header: "location"] ?? ""
            let referrer: JSONValue = .string("link_click_id=" + (try cast.clickID(in: store)))
            let claim = try cast.claim(["install_referrer": referrer], as: .android(at: "198.51.100.7"))
            #expect(claim.json["match"] == "unique")
            try cast.count("first_open", claim)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token)["totals"]
            #expect(totals?["clicks"] == 1 && totals?["installs"] == 1 && totals?["first_opens"] == 1)
        }
    }

    @Test func `on Facebook: a card in the feed, and its own browser leads into the app`() async throws {
        try await LinkCast.with { cast in
            let invite = try cast.invite([
                "channel": "facebook",
                "social": [
                    "title": "Sail with <Anne>", "description": "We both get gold.",
                    "image_link": "https://example.com/sea.png",
                ],
            ])
            let card = try cast.client.open(invite.shortLink, as: .facebookBot)
            for (tag, content) in [
                ("og:title", "Sail with &lt;Anne&gt;"), ("og:description", "We both get gold."),
                ("og:image", "https://example.com/sea.png"), ("og:url", invite.shortLink),
                ("al:android:package", "com.example.game"), ("al:ios:app_store_id", "1234567890"),
            ] {
                #expect(card.tag(tag) == content, "\(tag)")
            }
            let phone = Opener.iphoneInFacebook(at: "192.0.2.2")
            let page = try cast.client.open(invite.shortLink + "?fbclid=IwAR0", as: phone)
            let opened = try page.href(of: "I have it already")
            let claim = try cast.claim(["link": .string(opened)], as: phone)
            #expect(claim.json["match"] == "unique", "\(claim.text)")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }
}
