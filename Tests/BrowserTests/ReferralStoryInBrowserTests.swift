import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// A referral from end to end: Anne makes a link through the API, her friend opens it in a real browser, the
/// app claims what that browser was handed, and both see their rewards.
@Suite(.serialized) struct ReferralStoryInBrowserTests {
    private func withBrowser(_ body: (LinkCast, Browser) async throws -> Void) async throws {
        try await LinkCast.with { cast in
            let browser = try Browser(hosts: ["go.example.com"], port: cast.server.port)
            defer { browser.close() }
            try await body(cast, browser)
        }
    }

    @Test(arguments: [Journey.android, .iphone, .iphoneWithoutApp, .iphonePasting, .ipad])
    func `an invite is opened and claimed, and both are paid for the friend's fifth level`(_ journey: Journey)
        async throws
    {
        try await withBrowser { cast, browser in
            let invite = try cast.invite(["channel": "sms"])
            let place = try browser.take(journey, from: invite.shortLink)
            #expect(place.hasPrefix(journey.destination), "\(place)")
            // A claim by what the phone is finds only clicks that are written by now.
            #expect(try await cast.hasStoredClick())
            let claim = try cast.claim(try journey.evidence(place, in: browser), as: journey.opener)
            #expect(claim.json["match"]?.string == journey.match, "\(claim.text)")
            let inviter: JSONValue = journey.match == "unique" ? "Anne" : .null
            #expect(claim.json["invitation"]?["inviter"]?["short_name"] ?? .null == inviter)
            try cast.count("first_open", claim)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            if journey.match == "default" {
                #expect(try await cast.paidSummary(with: ben) == .bothHeld)
                #expect(try await cast.releaseHeldRewards() == ["signup", "level-5"])
            }
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token)["totals"]
            #expect(totals?["clicks"] == 1 && totals?["installs"] == 1 && totals?["first_opens"] == 1)
        }
    }

    @Test func `a desktop ends up on the app's site, whose address has the code to sign up with`()
        async throws
    {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(Journey.desktop)
            let place = try browser.follow(invite.shortLink.asServed)
            let site = try WebURL(place)
            #expect(site.host == "example.com" && place.hasPrefix("https://example.com/join?"))
            let ben = try cast.play(referredBy: site.queryValue("invitedby"), email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test(arguments: [OldCall.firebase, .branch, .appServer], [Journey.android, .iphone])
    func `a link made as another system made them leads to the same rewards`(
        _ call: OldCall, _ journey: Journey
    ) async throws {
        try await withBrowser { cast, browser in
            let place = try browser.take(journey, from: try await call.makeLink(cast))
            let start = journey.brings == .appURL ? call.appURL : journey.destination
            #expect(place.hasPrefix(start), "\(place)")
            let claim = try cast.claim(try journey.evidence(place, in: browser), as: journey.opener)
            #expect(claim.json["match"] == "unique", "\(claim.text)")
            #expect(claim.json["invitation"]?["referral_code"]?.string == cast.anne.code)
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test func `Firebase's SDK in a new install finds the link that the browser opened`() async throws {
        try await withBrowser { cast, browser in
            let place = try browser.take(.iphoneWithoutApp, from: try await OldCall.firebase.makeLink(cast))
            #expect(place == Journey.iphoneWithoutApp.destination)
            #expect(try await cast.hasStoredClick())
            let install = try cast.client.send(
                "POST", "/v1/installAttribution?key=AIzaTestKey",
                headers: ["X-Forwarded-For": Journey.home],
                [
                    "bundleId": "com.example.game", "iosVersion": "17.4.1",
                    "device": ["deviceModelName": "iPhone15,2", "languageCode": "en_US"],
                ]
            ).required(200)
            #expect(install.json["attributionConfidence"] == "DEFAULT", "\(install.text)")
            let payload = try WebURL(install.json["deepLink"]?.string ?? "")
            let ben = try cast.play(
                referredBy: payload.queryValue("invitedby"), "default", email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothHeld)
            #expect(try await cast.releaseHeldRewards() == ["signup", "level-5"])
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    /// Facebook's app reads the tags and opens the app by one of them; where there is none, people press on.
    @Test(arguments: ["al:ios:url", "al:android:url", nil])
    func `Facebook's App Links page hands the code to the app, or to the site`(_ tag: String?) async throws {
        try await withBrowser { cast, browser in
            try browser.become(tag == nil ? Journey.desktop : Journey.iphone.screen)
            try browser.open("http://go.example.com/applink?referral=\(cast.anne.code)")
            let place =
                try tag.map { tag in
                    let query = "document.querySelector('meta[property=\"\(tag)\"]').content"
                    return try browser.evaluate(query).string ?? ""
                } ?? browser.press("On the web")
            #expect(
                place.hasPrefix(tag == nil ? "https://example.com/join?" : "examplegame://applink?"),
                "\(place)")
            let code = try #require(place.firstMatch(of: /(?:referral|invitedby)=(\w+)$/)).1
            let ben = try cast.play(referredBy: String(code), email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }
}

/// A device, what its owner does in the browser, and what the app then has to find the link by.
struct Journey: Sendable, CustomTestStringConvertible {
    enum Evidence {
        /// What Google Play hands to the app that it installs.
        case installReferrer
        /// The URL that the system opens the app with.
        case appURL
        /// The link, copied where the browser shows it.
        case clipboard
        case nothing
    }

    /// Where the browser of these tests comes from.
    static let home = "127.0.0.1"

    let testDescription: String
    let opener: Opener
    let width: Int64
    /// On the page; nil where the browser is sent on at once.
    let button: String?
    /// How the address begins that the browser is led to.
    let destination: String
    let brings: Evidence
    let match: String

    static let android = Journey(
        testDescription: "an Android phone", opener: .android(at: home), width: 412, button: nil,
        destination: "https://play.google.com/store/apps/details?id=com.example.game&referrer=link_click_id",
        brings: .installReferrer, match: "unique")
    static let iphone = Journey(
        testDescription: "an iPhone with the app", opener: .iphone(at: home), width: 390,
        button: "I have it already",
        destination: "examplegame://google/link/?deep_link_id=", brings: .appURL, match: "unique")
    static let iphoneWithoutApp = Journey(
        testDescription: "an iPhone without the app", opener: .iphone(at: home), width: 390,
        button: "Get the app", destination: "https://apps.apple.com/app/id1234567890", brings: .nothing,
        match: "default")
    static let iphonePasting = Journey(
        testDescription: "an iPhone that pastes the link", opener: .iphone(at: home), width: 390,
        button: "Get the app", destination: "https://apps.apple.com/app/id1234567890", brings: .clipboard,
        match: "unique")
    static let ipad = Journey(
        testDescription: "an iPad that says Macintosh", opener: .ipad(at: home), width: 820,
        button: "I have it already",
        destination: "examplegame://google/link/?deep_link_id=", brings: .appURL, match: "unique")

    static let desktop = Browser.Device(
        userAgent: UserAgent.desktop, width: 1280, height: 800, isMobile: false)

    var screen: Browser.Device {
        Browser.Device(userAgent: opener.agent, width: width, height: 844, isMobile: true)
    }
}

extension LinkCast {
    /// Waits until the one click that there was is written.
    fileprivate func hasStoredClick() async throws -> Bool {
        try await eventually { try server.database.psql("SELECT count(*) FROM clicks") == "1" }
    }
}

extension Browser {
    /// Opens a link as a journey's owner does, and says where that leads.
    fileprivate func take(_ journey: Journey, from link: String) throws -> String {
        try become(journey.screen)
        guard let button = journey.button else { return try follow(link.asServed) }
        try open(link.asServed)
        return try press(button)
    }
}

extension Journey {
    /// The members of a claim for what the browser was led to.
    fileprivate func evidence(_ place: String, in browser: Browser) throws -> [String: JSONValue] {
        switch brings {
        case .installReferrer:
            ["install_referrer": .string(try #require(try WebURL(place).queryValue("referrer")))]
        case .appURL: ["link": .string(place)]
        case .clipboard: ["clipboard": try browser.evaluate("location.href")]
        case .nothing: [:]
        }
    }
}

/// How an app's back end made links before, and still may.
struct OldCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How the URL begins that opens the app.
    let appURL: String
    /// Anne's short link.
    let makeLink: @Sendable (LinkCast) async throws -> String

    static let firebase = OldCall(
        testDescription: "Firebase's shortLinks",
        appURL: "examplegame://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin"
    ) { cast in
        let info: JSONValue = [
            "domainUriPrefix": "https://go.example.com",
            "link": .string("https://example.com/join?invitedby=\(cast.anne.uid)"),
            "androidInfo": ["androidPackageName": "com.example.game"],
            "iosInfo": ["iosBundleId": "com.example.game"],
        ]
        let made = try cast.client.send(
            "POST", "/v1/shortLinks?key=AIzaTestKey", ["dynamicLinkInfo": info])
        return try made.required(200).json["shortLink"]?.string ?? ""
    }

    static let branch = OldCall(
        testDescription: "Branch's url", appURL: "examplegame://ships/ranger?link_click_id="
    ) { cast in
        let made = try cast.client.send(
            "POST", "/v1/url",
            [
                "branch_key": "key_live_test", "identity": .string(cast.anne.uid), "feature": "referral",
                "data": ["$deeplink_path": "ships/ranger", "$og_title": "Come aboard"],
            ])
        return try made.required(200).json["url"]?.string ?? ""
    }

    static let appServer = OldCall(
        testDescription: "the app's own server, as beside Nakama",
        appURL: "examplegame://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin"
    ) { cast in
        let made = try cast.client.makeLink(
            ["feature": "crew"], to: "https://example.com/join?invitedby=\(cast.anne.code)",
            token: try await cast.server.key(.server))
        return try made.required(201).shortLink
    }
}

extension String {
    /// The test's server speaks plain HTTP.
    fileprivate var asServed: String { replacing("https://", with: "http://") }
}
