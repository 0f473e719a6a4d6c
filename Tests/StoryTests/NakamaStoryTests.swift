import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// An app with a server of its own, such as Nakama: that makes the links and reports the levels.
struct NakamaStoryTests {
    @Test func `the app's server makes the link and reports the level; a shared address is a weak match`()
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
            #expect(try await cast.paidSummary(with: ben) == .unpaid)
            let decisions = try cast.client.send(
                "GET", "/v1/admin/users/\(ben.uid)/decisions", token: try await cast.server.key(.read))
            for rule in ["signup", "level-5"] {
                let denied: JSONValue = [
                    "rule": .string(rule), "outcome": "denied", "reason": "weak_match", "version": 1,
                ]
                #expect(
                    decisions.text.contains(String(decoding: JSONWriter.bytes(of: denied), as: UTF8.self)))
            }
        }
    }
}
