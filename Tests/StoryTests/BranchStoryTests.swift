import HTTP
import JSON
import TestSupport
import Testing

/// Branch's invites: a link in a user's identity, the session's data after the install, the list of whom one
/// has referred, and credits that are loaded, shown and redeemed.
struct BranchStoryTests {
    private static let keys = "branch_key=key_live_test"

    /// setIdentity, then a link of the feature `referral`.
    private func makeLink(_ cast: LinkCast) throws -> String {
        let made = try cast.client.send(
            "POST", "/v1/url",
            [
                "branch_key": "key_live_test", "identity": .string(cast.anne.uid), "feature": "referral",
                "channel": "sms", "campaign": "summer", "tags": ["v1"],
                "data": [
                    "$og_title": "Come aboard", "$deeplink_path": "ships/ranger",
                    "$desktop_url": "https://example.com/desktop", "ship": "Ranger",
                ],
            ])
        return try #require(made.required(200).json["url"]?.string)
    }

    private func credits(of player: TestUser, _ cast: LinkCast) throws -> JSONValue {
        let path = "/v1/credits?\(Self.keys)&identity=\(player.uid)"
        return try cast.client.send("GET", path, token: player.token).required(200).json
    }

    @Test func `a session that a link opened has the link's data, and its referrer`() async throws {
        try await LinkCast.with { cast in
            let link = try makeLink(cast)
            let desktop = try cast.client.open(link, as: .desktop(at: "192.0.2.3"))
            #expect(desktop[header: "location"]?.hasPrefix("https://example.com/desktop") == true)
            let phone = Opener.iphone(at: "192.0.2.4")
            let opened = try cast.client.open(link, as: phone).href(of: "I have it already")
            #expect(opened.hasPrefix("examplegame://ships/ranger?link_click_id="))
            let session = try cast.claim(["link": .string(opened)], as: phone)
            #expect(session.json["match"] == "unique")
            #expect(session.json["link"]?["data"]?["ship"] == "Ranger")
            #expect(session.json["invitation"]?["referral_code"]?.string == cast.anne.code)
        }
    }

    @Test func `a deferred session is guessed from the device, and its rewards wait for an administrator`()
        async throws
    {
        try await LinkCast.with { cast in
            let phone = Opener.iphone(at: "192.0.2.3")
            _ = try cast.client.open(try makeLink(cast), as: phone)
            let session = try cast.claim([:], as: phone)
            #expect(session.json["match"] == "default")
            #expect(session.json["link"]?["data"]?["$deeplink_path"] == "ships/ranger")
            #expect(session.json["invitation"]?["inviter"] == .null)
            let ben = try cast.play(after: session, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothHeld)
            #expect(try await cast.releaseHeldRewards() == ["signup", "level-5"])
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test func `referrals are listed, credits are loaded, shown with their history, and redeemed`()
        async throws
    {
        try await LinkCast.with { cast in
            let claim = try cast.claim(
                ["link": .string(try makeLink(cast))], as: .iphone(at: "192.0.2.4"))
            let ben = try cast.play(after: claim, email: "ben@example.com")
            // The list of whom she has referred.
            let list = try cast.client.send("GET", "/v1/users/me/referrals", token: cast.anne.token).json
            #expect(list["counts"] == ["referred": 1, "signed_up": 1, "rewarded": 1])
            #expect(list["referrals"]?[0]?["uid"]?.string == ben.uid)
            #expect(list["referrals"]?[0]?["highest_level"] == 5)
            // loadRewards, getCredits
            #expect(try credits(of: cast.anne, cast) == ["default": 50])
            // getCreditHistory
            let path = "/v1/credithistory?\(Self.keys)&identity=\(cast.anne.uid)"
            let line = try cast.client.send("GET", path, token: cast.anne.token).required(200).json[0]
            #expect(line?["transaction"]?["amount"] == 50 && line?["transaction"]?["type"] == 0)
            #expect(line?["referree"]?.string == ben.uid)
            // redeemRewards
            func redeem(_ amount: Int64) throws -> Int {
                try cast.client.send(
                    "POST", "/v1/redeem",
                    [
                        "branch_key": "key_live_test", "branch_secret": "secret_live_test",
                        "identity": .string(cast.anne.uid), "amount": .integer(amount), "bucket": "default",
                    ]
                ).status
            }
            #expect(try redeem(5) == 200)
            #expect(try redeem(46) == 402)
            #expect(try credits(of: cast.anne, cast) == ["default": 45])
            let history = try cast.client.send("GET", path, token: cast.anne.token).json.array ?? []
            #expect(history.map { $0["transaction"]?["amount"] } == [-5, 50])
            #expect(history.first?["transaction"]?["type"] == 2)
        }
    }
}
