import HTTP
import JSON
import TestSupport
import Testing

/// Facebook's App Links and App Invites: a page whose tags say which app opens, and by what URL; the referral
/// code is in both apps' URLs.
struct AppLinksStoryTests {
    private func page(_ cast: LinkCast, _ code: String) throws -> TestClient.Reply {
        try cast.client.open("https://go.example.com/applink?referral=\(code)", as: .facebookBot).required(
            200)
    }

    @Test func `the page has every tag of the document, and looks like something where it is shared`()
        async throws
    {
        try await LinkCast.with { cast in
            let page = try page(cast, cast.anne.code)
            let url = "examplegame://applink?referral=\(cast.anne.code)"
            for (tag, content) in [
                ("al:ios:url", url), ("al:ios:app_store_id", "1234567890"),
                ("al:ios:app_name", "Pieces & Eight"), ("al:android:url", url),
                ("al:android:package", "com.example.game"), ("al:android:app_name", "Pieces & Eight"),
                ("al:web:url", "https://example.com/join?invitedby=\(cast.anne.code)"),
                ("og:title", "Pieces & Eight"), ("og:image", "https://example.com/card.png"),
            ] {
                #expect(page.tag(tag) == content, "\(tag)")
            }
        }
    }

    @Test(arguments: ["al:ios:url", "al:android:url", "al:web:url"])
    func `what a tag opens the app with names the inviter, and both are rewarded`(_ tag: String) async throws
    {
        try await LinkCast.with { cast in
            let opened = try #require(try page(cast, cast.anne.code).tag(tag))
            let phone =
                tag.hasPrefix("al:android") ? Opener.android(at: "192.0.2.1") : .iphone(at: "192.0.2.2")
            let claim = try cast.claim(["link": .string(opened)], as: phone)
            #expect(claim.json["match"] == "unique", "\(claim.text)")
            #expect(claim.json["invitation"]?["referral_code"]?.string == cast.anne.code)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    /// "Whether people have your app installed": without it they press on, to the store of their phone.
    @Test func `a person without the app is led to the store of their own phone first`() async throws {
        try await LinkCast.with { cast in
            let url = "https://go.example.com/applink?referral=\(cast.anne.code)"
            for (opener, first) in [
                (Opener.iphone(at: "192.0.2.2"), "https://apps.apple.com/app/id1234567890"),
                (.android(at: "192.0.2.1"), "https://play.google.com/store/apps/details?id=com.example.game"),
                (.desktop(at: "192.0.2.3"), "https://example.com/join?invitedby=\(cast.anne.code)"),
            ] {
                let text = try cast.client.open(url, as: opener).text
                let hrefs = text.matches(of: /<a class="button[^"]*" href="([^"]*)"/).map { String($0.1) }
                #expect(hrefs.first == first, "\(hrefs)")
            }
        }
    }

    @Test func `a code that nobody has gives a page all the same, which opens the app`() async throws {
        try await LinkCast.with { cast in
            for code in ["ZZZZZZZZZZ", ""] {
                let page = try page(cast, code)
                #expect(page.tag("al:ios:url")?.hasPrefix("examplegame://applink") == true)
                #expect(page.tag("al:web:url")?.hasPrefix("https://example.com/join") == true)
            }
        }
    }
}
