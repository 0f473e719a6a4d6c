import TestSupport
import Testing

@testable import Links

@Suite struct AppLinksTests {
    @Test func `the code is in both app URLs and in the invite link`() {
        let tags = AppProfile.test.appLinks(referral: Sample.code)
        #expect(tags.iosURL == "examplegame://applink?referral=0123456789")
        #expect(tags.androidURL == "examplegame://applink?referral=0123456789")
        #expect(tags.iosAppStoreID == "1234567890")
        #expect(tags.iosAppName == "Pieces & Eight")
        #expect(tags.androidPackage == "com.example.game")
        #expect(tags.androidAppName == "Pieces & Eight")
        #expect(tags.webURL == "https://example.com/join?invitedby=0123456789")
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
        let tags = AppProfile(name: "x", prefixes: [prefix]).appLinks(referral: Sample.code)
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
        #expect(
            chart.branches.map(\.who) == [
                "Android", "Amazon Fire", "iPhone", "iPad", "Desktop and others", "Social preview",
            ])
        let android = try #require(chart.branches.first)
        #expect(
            android.steps.map(\.text) == [
                "Where the app is installed, it opens with the link", "Google Play",
            ])
        #expect(android.steps.last?.url?.contains("link_click_id%3DCLICK_ID") == true)
        #expect(chart.branches[2].steps.count == 4)
        #expect(chart.warnings == [])
    }
}
