import API
import HTTP
import JSON
import TestSupport
import Testing

/// What is kept of a long link that somebody opened: what a claim is told, and not its text.
struct LongLinkClickTests {
    @Test func `a claim through a long link gets its answer, and the link's text is stored nowhere`()
        async throws
    {
        try await LinkCast.with { cast in
            let card =
                "&st=" + String(repeating: "t", count: 500) + "&ofl=https://example.com/"
                + String(repeating: "o", count: 500)
            let link =
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D\(cast.anne.code)"
                + "&apn=com.example.game&ibi=com.example.game&amv=7&utm_source=mail" + card
            let android = Opener.android(at: "192.0.2.7")
            let opened = try cast.client.open(link, as: android)
            #expect(opened.status == 302)
            let click = try cast.clickID(in: opened[header: "location"] ?? "")
            let claim = try cast.claim(["install_referrer": .string("link_click_id=\(click)")], as: android)
            #expect(claim.json["match"] == "unique" && claim.json["link_click_id"]?.string == click)
            let told = claim.json["link"]
            #expect(
                told?["code"] == .null && told?["min_version"] == "7" && told?["utm"]?["utm_source"] == "mail"
            )
            #expect(
                told?["link"]?.string
                    == "https://example.com/join?invitedby=\(cast.anne.code)&utm_source=mail")
            #expect(claim.json["invitation"]?["referral_code"]?.string == cast.anne.code)
            // By the device alone, too.
            let iphone = Opener.iphone(at: "192.0.2.8")
            _ = try cast.client.open(link, as: iphone)
            let guess = try cast.claim([:], as: iphone)
            #expect(guess.json["match"] == "default" && guess.json["link"]?["link"] == told?["link"])
            let stored = "SELECT count(*), count(long_link), max(octet_length(kept_link)) < 300 FROM clicks"
            #expect(try cast.server.database.psql(stored) == "2|0|t")
            #expect(
                try cast.server.database.psql("SELECT count(*) FROM clicks WHERE kept_link LIKE '%ttt%'")
                    == "0")
        }
    }

    @Test func `of a link that is too long nothing is kept`() async throws {
        try await LinkCast.with { cast in
            let android = Opener.android(at: "192.0.2.7")
            let link =
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F"
                + String(repeating: "x", count: 7_000)
                + "&apn=com.example.game"
            let opened = try cast.client.open(link, as: android)
            #expect(opened.status == 302)
            let click = try cast.clickID(in: opened[header: "location"] ?? "")
            let claim = try cast.claim(["link_click_id": .string(click)], as: android)
            #expect(claim.json["match"] == "none")
            let stored = "SELECT count(*), count(long_link), count(kept_link) FROM clicks"
            #expect(try cast.server.database.psql(stored) == "1|0|0")
        }
    }
}
