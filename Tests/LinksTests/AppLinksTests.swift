import TestSupport
import Testing

@testable import Links

@Suite struct AppLinksTests {
    @Test func `the code is in both app URLs and in the invite link`() {
        let tags = AppProfile.test.appLinks(referral: "0123456789")
        #expect(tags.iosURL == "examplegame://applink?referral=0123456789")
        #expect(tags.androidURL == "examplegame://applink?referral=0123456789")
        #expect(tags.iosAppStoreID == "1234567890")
        #expect(tags.iosAppName == "Pieces & Eight")
        #expect(tags.androidPackage == "com.example.game")
        #expect(tags.androidAppName == "Pieces & Eight")
        #expect(tags.webURL == "https://example.com/join?invitedby=0123456789")
    }

    @Test func `a code of another system passes through into both app URLs`() {
        for (code, written) in [("123456789", "123456789"), ("a&b=\"c\" é", "a%26b%3D%22c%22%20%C3%A9")] {
            let tags = AppProfile.test.appLinks(referral: code)
            #expect(tags.iosURL == "examplegame://applink?referral=\(written)")
            #expect(tags.androidURL == "examplegame://applink?referral=\(written)")
            #expect(tags.webURL == "https://example.com/join")
        }
    }

    @Test func `without a code the tags are still good`() {
        let tags = AppProfile.test.appLinks(referral: nil)
        #expect(tags.iosURL == "examplegame://applink")
        #expect(tags.androidURL == "examplegame://applink")
        #expect(tags.webURL == "https://example.com/join")
    }

    @Test func `an app without a scheme goes by its name`() {
        var profile = AppProfile.test
        profile.ios[0].customScheme = nil
        profile.android[0].customScheme = nil
        let tags = profile.appLinks(referral: nil)
        #expect(tags.iosURL == "com.example.game://applink")
        #expect(tags.androidURL == "com.example.game://applink")
    }

    @Test func `a profile without apps and invites has no tags`() throws {
        let prefix = try #require(LinkPrefix("go.example.com"))
        let tags = AppProfile(name: "x", prefixes: [prefix]).appLinks(referral: "0123456789")
        #expect(tags == Opening.AppLinks())
    }

    @Test func `an invite opens the profile's apps and names who invites`() throws {
        let spec = try #require(
            AppProfile.test.inviteSpec(referralCode: Sample.code, channel: "sms", campaign: "c"))
        #expect(
            LongLink.print(spec)
                == "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D0123456789"
                + "&apn=com.example.game&ibi=com.example.game&isi=1234567890&ius=examplegame")
        #expect(spec.channel == "sms")
        #expect(spec.campaign == "c")
        #expect(AppProfile.test.refusals(of: spec) == [])
        #expect(AppProfile.test.warnings(of: spec) == [])
        var profile = AppProfile.test
        profile.inviteLink = nil
        #expect(profile.inviteSpec(referralCode: Sample.code) == nil)
    }

    @Test func `the debug chart tells every platform's way`() throws {
        let spec = try #require(AppProfile.test.inviteSpec(referralCode: Sample.code))
        let link = Link(code: try #require(LinkCode("abc")), spec: spec, owner: nil, createdAt: Sample.now)
        let chart = link.debugChart(in: .test, at: Sample.now)
        #expect(chart.branches.map(\.who) == DebugChart.Who.allCases)
        let ways = Dictionary(uniqueKeysWithValues: chart.branches.map { ($0.who, $0.ways) })
        let app = DebugChart.Way(.withApp, .app, url: spec.link.description)
        let play =
            "https://play.google.com/store/apps/details?id=com.example.game"
            + "&referrer=link_click_id%3DCLICK_ID"
        #expect(ways[.android] == [app, DebugChart.Way(.withoutApp, .googlePlay, url: play)])
        let open =
            "examplegame://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D0123456789"
            + "&match_type=unique&link_code=abc"
        let buttons = [
            DebugChart.Way(.getApp, .appStore, url: "https://apps.apple.com/app/id1234567890"),
            DebugChart.Way(.haveIt, .app, url: open),
        ]
        for who in [DebugChart.Who.iphone, .ipad] {
            #expect(ways[who] == [app, DebugChart.Way(.withoutApp, .buttons, ways: buttons)])
        }
        let either = [DebugChart.Way(nil, .branch(.ipad)), DebugChart.Way(nil, .branch(.others))]
        #expect(ways[.safari] == [DebugChart.Way(nil, .question, ways: either)])
        #expect(ways[.others] == [DebugChart.Way(nil, .browser, url: spec.link.description)])
        #expect(ways[.previews] == [DebugChart.Way(nil, .card, url: "https://example.com/card.png")])
        #expect(chart.warnings == [])
    }

    @Test func `the chart has the ways from a page for computers, and those of a link that is none for apps`()
        throws
    {
        var profile = AppProfile.test
        profile.hasDesktopPage = true
        var spec = try #require(profile.inviteSpec(referralCode: Sample.code))
        func ways(_ who: DebugChart.Who) throws -> [DebugChart.Way]? {
            let link = Link(
                code: try #require(LinkCode("abc")), spec: spec, owner: nil, createdAt: Sample.now)
            return link.debugChart(in: profile, at: Sample.now).branches.first { $0.who == who }?.ways
        }
        #expect(
            try ways(.others) == [
                DebugChart.Way(
                    nil, .landing,
                    ways: [
                        DebugChart.Way(.scan, .branch(.android)), DebugChart.Way(.scan, .branch(.iphone)),
                        DebugChart.Way(.goOn, .browser, url: spec.link.description),
                    ])
            ])
        spec.expiresAt = Sample.now
        #expect(try ways(.iphone) == [DebugChart.Way(nil, .ended(.expired))])
        spec.expiresAt = nil
        (profile.ios, profile.android) = ([], [])
        spec.ios = LinkSpec.IOS()
        spec.android = LinkSpec.Android()
        #expect(try ways(.iphone) == [DebugChart.Way(nil, .browser, url: spec.link.description)])
        #expect(try ways(.safari) == nil)
    }
}
