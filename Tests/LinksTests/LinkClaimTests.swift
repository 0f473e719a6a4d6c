import Links
import TestSupport
import Testing
import Values

@Suite struct LinkClaimTests {
    private static func evidence(_ change: (inout LinkClaim) -> Void) -> LinkClaim.Evidence? {
        var claim = LinkClaim(device: .init(platform: .ios))
        change(&claim)
        return claim.evidence(in: .test)
    }

    @Test func `believes the click, then the referrer, then the link, then the clipboard`() throws {
        let short = LinkClaim.Evidence.shortLink(try #require(LinkCode("abc")))
        let pasted = LinkClaim.Evidence.shortLink(try #require(LinkCode("xyz")))
        #expect(Self.evidence { _ in } == nil)
        #expect(Self.evidence { $0.clipboard = "https://go.example.com/xyz" } == pasted)
        #expect(
            Self.evidence {
                $0.clipboard = "https://go.example.com/xyz"
                $0.link = "https://go.example.com/abc"
            } == short)
        #expect(
            Self.evidence {
                $0.link = "https://go.example.com/abc"
                $0.installReferrer = "link_click_id=R&utm_source=mail"
            } == .click(id: "R"))
        #expect(
            Self.evidence {
                $0.installReferrer = "link_click_id=R"
                $0.clickID = "C"
            } == .click(id: "C"))
    }

    @Test(
        arguments: [
            ("https://go.example.com/abc", "abc"), ("https://GO.example.com/abc?d=1#x", "abc"),
            ("http://go.example.com/a-B_3/", "a-B_3"), ("https://example.com/invite/abc", "abc"),
            ("  https://go.example.com/abc\n", "abc"), ("https://go.example.com/%61bc", "abc"),
            ("https://go.example.com/abc/qr?format=png", "abc"),
            ("https://go.example.com/abc/?utm_source=x", "abc"),
            ("https://go.example.com/abc?fbclid=IwAR0#", "abc"),
            ("examplegame://room/7?link_code=abc", "abc"),
            ("intent://room/7?link_code=abc#Intent;package=p;scheme=examplegame;end", "abc"),
        ])
    func `reads a short link of ours`(text: String, code: String) throws {
        #expect(Self.evidence { $0.link = text } == .shortLink(try #require(LinkCode(code))))
    }

    @Test(
        arguments: [
            "", "abc", "https://evil.example/abc", "https://go.example.com", "https://go.example.com/a/b",
            "https://example.com/abc", "https://go.example.com.evil.example/abc",
            "https://u@go.example.com/abc",
            "https://go.example.com/?link=javascript:x", "https://evil.example/?link=https://example.com/",
            "evil://x?link_click_id=C", "https://evil.example/?link_click_id=C",
            "look: https://go.example.com/abc", "https://go.example.com/applink",
            "evil://applink?referral=7ZKQ4M9XTB",
            "https://go.example.com/abc/qr/qr", "evil://google/link/?deep_link_id=https://example.com/join",
            "https://evil.example/join?invitedby=7ZKQ4M9XTB",
            "intent://x?link_code=abc#Intent;scheme=evil;end",
            "intent://x?link_code=abc", "examplegame://applink?referral=x",
            "https://evil.example/?link_code=abc",
        ])
    func `takes nothing from what is not ours`(text: String) {
        #expect(Self.evidence { $0.link = text } == nil)
        #expect(Self.evidence { $0.clipboard = text } == nil)
    }

    @Test(
        arguments: [
            "examplegame://google/link/?deep_link_id=x&link_click_id=C",
            "EXAMPLEGAME://room/7?link_click_id=C#top",
            "com.example.game://room?a&link_click_id=C", "https://go.example.com/abc?link_click_id=C",
        ])
    func `finds the click in a URL that opened the app`(text: String) {
        #expect(Self.evidence { $0.link = text } == .click(id: "C"))
    }

    @Test(
        arguments: [
            "examplegame://applink?referral=7ZKQ4M9XTB", "examplegame://applink/?referral=7ZKQ4M9XTB&x=y",
            "https://go.example.com/applink?referral=7ZKQ4M9XTB",
            "intent://applink?referral=7ZKQ4M9XTB#Intent;scheme=examplegame;package=com.example.game;end",
        ])
    func `reads who invites by the App Links page`(text: String) throws {
        let code = try #require(ReferralCode("7ZKQ4M9XTB"))
        #expect(Self.evidence { $0.link = text } == .referral(code))
        #expect(AppProfile.test.spec(of: .referral(code))?.link.queryValue("invitedby") == "7ZKQ4M9XTB")
    }

    @Test(
        arguments: [
            "examplegame://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3DX",
            "https://example.com/join?invitedby=X",
        ])
    func `reads where a link of ours leads in the app`(text: String) throws {
        #expect(
            Self.evidence { $0.link = text } == .payload(try WebURL("https://example.com/join?invitedby=X")))
    }

    @Test func `what nobody knows any more leaves the next to be asked`() throws {
        var claim = LinkClaim(device: .init(platform: .ios))
        claim.clickID = "C"
        claim.clipboard = "https://go.example.com/abc?link_click_id=D"
        let brought = claim.brought(in: .test)
        #expect(brought.map(\.means) == [.clickID, .clipboard, .clipboard])
        #expect(
            brought.map(\.evidence) == [
                .click(id: "C"), .click(id: "D"), .shortLink(try #require(LinkCode("abc"))),
            ])
        #expect(!claim.hasEmptyClipboard(in: .test))
        for text in ["", "hello", "https://evil.example/"] {
            claim.clipboard = text
            #expect(claim.hasEmptyClipboard(in: .test))
        }
        claim.clipboard = nil
        #expect(!claim.hasEmptyClipboard(in: .test))
    }

    @Test(
        arguments: [
            ("", true), ("hello", true), ("https://evil.example/abc", true), ("examplegame", true),
            ("https://go.example.com.evil.example/", true), ("evil://go.example.com/abc", true),
            ("https://go.example.com@evil.example/", true), ("look: https://go.example.com/abc", true),
            ("https://go.example.com", false), ("HTTP://GO.EXAMPLE.COM:443/a/b c", false),
            ("https://go.example.com/ü", false), ("https://u@go.example.com/abc", false),
            ("https://go.example.com\\abc", false), ("https://go.example.com?x", false),
            ("\nhttps://example.com/news and more", false), ("ExampleGame://auth", false),
            ("intent://auth#Intent;scheme=examplegame;end", false),
        ])
    func `on the clipboard, only a URL of the app's is a name`(text: String, isNothing: Bool) {
        var claim = LinkClaim(device: .init(platform: .ios))
        claim.clipboard = text
        #expect(claim.namesNothing(in: .test) == isNothing)
    }

    @Test func `any link or click id is a name, and Play's own referrer is none`() {
        var claim = LinkClaim(device: .init(platform: .android))
        #expect(claim.namesNothing(in: .test))
        for referrer in ["", "utm_source=google-play&utm_medium=organic", "link_click_id=&x", "(not set)"] {
            claim.installReferrer = referrer
            #expect(claim.namesNothing(in: .test), "\(referrer)")
        }
        for (link, clickID, referrer) in [
            ("x", nil, nil), ("evil://auth", nil, nil), (nil, "C", nil), (nil, nil, "link_click_id=R&x"),
        ] as [(String?, String?, String?)] {
            (claim.link, claim.clickID, claim.installReferrer) = (link, clickID, referrer)
            #expect(!claim.namesNothing(in: .test))
        }
    }

    @Test func `reads a long link of ours`() throws {
        let text = "https://example.com/invite/?link=https://example.com/join&apn=com.example.game"
        #expect(Self.evidence { $0.link = text } == .longLink(try LongLink.parse(text)))
    }

    @Test(arguments: ["utm_source=google-play&utm_medium=organic", "", "link_click_id=", "&&=%zz"])
    func `a referrer of somebody else says nothing`(referrer: String) {
        #expect(Self.evidence { $0.installReferrer = referrer } == nil)
    }

    @Test(
        arguments: [
            (PlatformFamily.ios, "", true), (.ios, "&apn=com.other", true), (.ios, "&ibi=com.game", true),
            (.ios, "&ibi=com.other", false), (.ios, "&ibi=com.other&ipbi=com.game", true),
            (.ios, "&ipbi=com.other", false), (.android, "&ibi=com.other", true),
            (.android, "&apn=com.game", true), (.android, "&apn=com.other", false),
            (.android, "&apn=com.Game", false), (.desktop, "&apn=com.other&ibi=com.other", true),
        ])
    func `an app comes through links that name it, or none on its platform`(
        platform: PlatformFamily, parameters: String, mayCome: Bool
    ) throws {
        let text = "https://go.example.com/?link=https://example.com/join" + parameters
        let spec = try LongLink.parse(text).spec
        var claim = LinkClaim(device: .init(platform: platform))
        #expect(claim.mayCome(through: spec))
        claim.bundleID = "com.game"
        #expect(claim.mayCome(through: spec) == mayCome)
    }
}
