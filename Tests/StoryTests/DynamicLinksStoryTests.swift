import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Firebase Dynamic Links, as "Reward referrals" and the SDKs' pages tell it: create an invitation link with
/// the builder, send it, retrieve it after the install, record who referred, grant the rewards.
struct DynamicLinksStoryTests {
    private static let key = "?key=AIzaTestKey"

    /// The document's builder call: link with the sender's id, domain prefix, both apps, their versions.
    private func shorten(_ cast: LinkCast) throws -> String {
        let info: JSONValue = [
            "domainUriPrefix": "https://go.example.com",
            "link": .string("https://example.com/?invitedby=\(cast.anne.uid)"),
            "androidInfo": [
                "androidPackageName": "com.example.game", "androidMinPackageVersionCode": "125",
            ],
            "iosInfo": ["iosBundleId": "com.example.game", "iosAppStoreId": "1234567890"],
        ]
        let made = try cast.client.send("POST", "/v1/shortLinks" + Self.key, ["dynamicLinkInfo": info])
        return try #require(made.required(200).json["shortLink"]?.string)
    }

    @Test func `Android: the invitation survives the install, the account keeps its uid, both are rewarded`()
        async throws
    {
        try await LinkCast.with { cast in
            let invitation = try shorten(cast)
            let phone = Opener.android(at: "192.0.2.1")
            let store = try cast.client.open(invitation, as: phone)[header: "location"] ?? ""
            #expect(store.hasPrefix("https://play.google.com/store/apps/details?id=com.example.game"))
            // The SDK reads what Google Play says of the install.
            let referrer: JSONValue = .string("link_click_id=" + (try cast.clickID(in: store)))
            let pending = try cast.claim(["install_referrer": referrer], as: phone)
            #expect(pending.json["match"] == "unique")
            let referrerUID = try cast.inviter(in: pending.json["link"]?["link"])
            #expect(referrerUID == cast.anne.uid)
            // signInAnonymously, then `referred_by` in the record.
            var ben = try cast.client.signUp(referredBy: referrerUID)
            let anonymous = try cast.record(of: ben)
            #expect(anonymous["is_anonymous"] == true && anonymous["referred_by"]?.string == referrerUID)
            // linkWithCredential
            let uid = ben.uid
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(try ben.uid == uid && cast.record(of: ben)["is_anonymous"] == false)
            #expect(try cast.client.balance(token: ben.token) == 50)
            // "…when the recipient reaches level 5"
            _ = try cast.report(level: 5, as: ben)
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test
    func `iOS: the page leads to the App Store, and the SDK of the new install asks what led there`()
        async throws
    {
        try await LinkCast.with { cast in
            let invitation = try shorten(cast)
            let phone = Opener.iphone(at: "192.0.2.2")
            let page = try cast.client.open(invitation, as: phone)
            #expect(try page.href(of: "Get the app") == "https://apps.apple.com/app/id1234567890")
            #expect(
                try page.href(of: "I have it already").hasPrefix("examplegame://google/link/?deep_link_id="))
            let install = try cast.client.send(
                "POST", "/v1/installAttribution" + Self.key, headers: ["X-Forwarded-For": phone.address],
                [
                    "bundleId": "com.example.game", "iosVersion": "17.4.1", "sdkVersion": "10.22.0",
                    "appInstallationTime": 1_711_000_000, "retrievalMethod": 2, "visualStyle": 1,
                    "uniqueMatchLinkToCheck": .string(invitation),
                    "device": [
                        "deviceModelName": "iPhone15,2", "languageCode": "en_US", "timezone": "Europe/Berlin",
                        "screenResolutionWidth": 1179, "screenResolutionHeight": 2556,
                    ],
                ]
            ).required(200)
            #expect(install.json["attributionConfidence"] == "UNIQUE", "\(install.text)")
            #expect(install.json["requestedLink"]?.string == invitation)
            let ben = try cast.play(
                referredBy: try cast.inviter(in: install.json["deepLink"]), email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test func `with the app installed the link opens it, and the SDK is told the payload`() async throws {
        try await LinkCast.with { cast in
            let invitation = try shorten(cast)
            let long =
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fgift%3Finvitedby%3D\(cast.anne.uid)"
                + "&apn=com.example.game&amv=125&ibi=com.example.game&isi=1234567890&imv=1.0.1&efr=1"
                + "&utm_source=mail&utm_medium=invite&st=A%20gift&sd=For%20you"
            for (link, version) in [(invitation, nil), (long, "1.0.1")] {
                let opened = try cast.client.send(
                    "POST", "/v1/reopenAttribution" + Self.key,
                    [
                        "requestedLink": .string(link), "bundle_id": "com.example.game",
                        "sdk_version": "10.22.0",
                    ]
                ).required(200)
                #expect(try cast.inviter(in: opened.json["deepLink"]) == cast.anne.uid)
                #expect(opened.text.contains("1.0.1") == (version != nil), "\(opened.text)")
            }
        }
    }

    @Test func `the analytics call counts clicks and first opens by platform, as text`() async throws {
        try await LinkCast.with { cast in
            let invitation = try shorten(cast)
            let phone = Opener.android(at: "192.0.2.1")
            let click = try cast.clickID(
                in: try cast.client.open(invitation, as: phone)[header: "location"] ?? "")
            let claim = try cast.claim(["link_click_id": .string(click)], as: phone)
            try cast.count("first_open", claim)
            let path = "/v1/\(invitation.asSegment)/linkStats?durationDays=7"
            let token = try await cast.server.key(.read)
            var stats: [JSONValue] = []
            let opened: JSONValue = ["platform": "ANDROID", "count": "1", "event": "APP_FIRST_OPEN"]
            #expect(
                try await eventually {
                    stats =
                        try cast.client.send("GET", path, token: token).json["linkEventStats"]?.array ?? []
                    return stats.contains(opened)
                }, "\(stats)")
            for event in ["CLICK", "REDIRECT", "APP_INSTALL"] {
                let row: JSONValue = ["platform": "ANDROID", "count": "1", "event": .string(event)]
                #expect(stats.contains(row), "\(event) in \(stats)")
            }
        }
    }
}
