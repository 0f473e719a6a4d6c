import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// A claim's receipt from the claim to the sign-up, and those who would have more of it than it is worth.
struct ReceiptTests {
    /// Anne's invite, opened by a phone whose app then claims it.
    private func receipt(
        _ cast: LinkCast, at address: String = "192.0.2.7", key: String? = nil
    ) throws -> (receipt: String, opener: Opener) {
        let opener = Opener.android(at: address)
        let invite = try cast.invite(["channel": .string(address)])
        let click = try cast.client.clickID(of: invite.shortLink, as: opener)
        let claim = try cast.client.claim(["link_click_id": .string(click)], as: opener, key: key)
        return (try #require(claim.json["receipt"]?.string, "\(claim.text)"), opener)
    }

    private func signUp(
        _ client: TestClient, _ receipt: String, _ members: [String: JSONValue] = [:], key: String? = nil
    ) throws -> TestClient.Reply {
        var headers: [String: String] = [:]
        headers["Idempotency-Key"] = key
        let body = members.merging(["claim": .string(receipt)]) { $1 }
        return try client.send("POST", "/v1/users", headers: headers, .object(body)).required(201)
    }

    private func expectRejected(
        _ reply: TestClient.Reply, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let referral = reply.json["referral"]
        #expect(referral?["status"] == "rejected", sourceLocation: sourceLocation)
        #expect(referral?["reason"]?.string == reason, sourceLocation: sourceLocation)
        #expect(referral?["referred_by"] == .null, sourceLocation: sourceLocation)
    }

    private func source(of reply: TestClient.Reply, _ cast: LinkCast) async throws -> String? {
        let uid = reply.json["user"]?["uid"]?.string ?? ""
        let key = try await cast.server.key(.read)
        return try cast.client.get("/v1/admin/users/\(uid)", token: key).json["referral"]?["source"]?.string
    }

    @Test func `says who brought the player and how surely, in place of what the app says`() async throws {
        try await LinkCast.with { cast in
            let (receipt, _) = try receipt(cast)
            let other = try cast.client.signUp()
            let reply = try signUp(cast.client, receipt, ["referred_by": .string(other.code)])
            #expect(reply.json["referral"]?["status"] == "recorded")
            #expect(reply.json["user"]?["referred_by"]?.string == cast.anne.uid)
            #expect(try await source(of: reply, cast) == "claim_unique")
        }
    }

    @Test func `an app's own doubt beside it counts, its confidence doesn't`() async throws {
        try await LinkCast.with { cast in
            let doubted = try receipt(cast).receipt
            let reply = try signUp(cast.client, doubted, ["match_confidence": "default"])
            #expect(try await source(of: reply, cast) == "claim_default")
            let guess = Opener.android(at: "192.0.2.9")
            let invite = try cast.invite(["channel": "another"])
            _ = try cast.client.clickID(of: invite.shortLink, as: guess)
            let claim = try cast.client.claim(as: guess)
            #expect(claim.json["match"] == "default")
            let sure = try signUp(
                cast.client, claim.json["receipt"]?.string ?? "", ["match_confidence": "unique"])
            #expect(try await source(of: sure, cast) == "claim_default")
            var ben = TestUser(sure)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(
                try cast.server.database.psql("SELECT status, codes FROM rewards") == "held|default_match")
        }
    }

    @Test func `used again it brings nobody, copied or replayed, also for one click claimed again`()
        async throws
    {
        try await LinkCast.with { cast in
            let (first, opener) = try receipt(cast, key: "a-secret-of-the-install")
            let key = "a-secret-of-the-install"
            let ben = try signUp(cast.client, first, key: key)
            #expect(ben.json["referral"]?["status"] == "recorded")
            // Ben's own call again, whose reply was lost.
            let again = try signUp(cast.client, first, key: key)
            #expect(again.json["user"]?["uid"] == ben.json["user"]?["uid"])
            #expect(again.json["referral"]?["status"] == "recorded")
            // Copied to another install, with its own key and without one.
            expectRejected(try signUp(cast.client, first, key: "another-install-of-it"), "receipt_invalid")
            expectRejected(try signUp(cast.client, first), "receipt_invalid")
            // Claimed again by the same install: the same click, and so the same receipt.
            let claim = try cast.client.claim(as: opener, key: key)
            let second = claim.json["receipt"]?.string ?? ""
            var ended = TestUser(ben)
            try cast.client.link(&ended, email: "ben@example.com").required(200)
            expectRejected(try signUp(cast.client, second, key: key), "receipt_used")
        }
    }

    @Test func `one without a key is the first's who comes, of two at once one`() async throws {
        try await LinkCast.with { cast in
            let (receipt, _) = try receipt(cast)
            let clients = try (0..<4).map { _ in try cast.server.client }
            for client in clients { try client.post("POST", "/v1/users", ["claim": .string(receipt)]) }
            let replies = try clients.map { try $0.reply() }
            #expect(replies.allSatisfy { $0.status == 201 })
            let reasons = replies.compactMap { $0.json["referral"]?["reason"]?.string }
            #expect(reasons == ["receipt_used", "receipt_used", "receipt_used"])
            #expect(
                try cast.server.database.psql("SELECT count(*) FROM users WHERE referred_by IS NOT NULL")
                    == "1")
        }
    }

    @Test func `altered, of another installation, or no receipt at all, the app starts all the same`()
        async throws
    {
        let foreign = try await TestServer.with(.links) { server in
            let client = try server.client
            let link = try client.invite(token: try client.signUp().token).required(201).shortLink
            return try client.claim(["link": .string(link)], as: .android(at: "192.0.2.7")).json["receipt"]
        }
        try await LinkCast.with { cast in
            let own = try receipt(cast).receipt
            var altered = Array(own)
            altered[40] = altered[40] == "A" ? "B" : "A"
            for text in [
                String(altered), foreign?.string ?? "", "cr_nonsense", "x", "",
                String(repeating: "y", count: 4_096),
            ] {
                expectRejected(try signUp(cast.client, text), "receipt_invalid")
            }
            #expect(try signUp(cast.client, own).json["referral"]?["status"] == "recorded")
            let long = JSONValue.string(String(repeating: "y", count: 4_097))
            #expect(try cast.client.send("POST", "/v1/users", ["claim": long]).status == 422)
        }
    }

    @Test func `for oneself it is none`() async throws {
        try await LinkCast.with { cast in
            let key = "a-secret-of-the-install"
            let made = try cast.client.send("POST", "/v1/users", headers: ["Idempotency-Key": key], [:])
            let ben = TestUser(made)
            let invite = try cast.client.invite(token: ben.token)
            let opener = Opener.android(at: "192.0.2.8")
            let click = try cast.client.clickID(of: invite.shortLink, as: opener)
            let claim = try cast.client.claim(["link_click_id": .string(click)], as: opener, key: key)
            let reply = try signUp(cast.client, claim.json["receipt"]?.string ?? "", key: key)
            #expect(reply.json["user"]?["uid"]?.string == ben.uid)
            expectRejected(reply, "self_referral")
        }
    }

    @Test func `is good for seven days, by PostgreSQL's clock`() async throws {
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            let server = try await TestServer.start(on: database, .links)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await expire(on: server)) } catch { outcome = .failure(error) }
            await server.stop()
            try outcome.get()
        }
    }

    private func expire(on server: TestServer) async throws {
        let client = try server.client
        let anne = try client.signUp()
        let link = try client.invite(token: anne.token).required(201).shortLink
        let receipts = try (0..<2).map { _ in
            try client.claim(["link": .string(link)], as: .android(at: "192.0.2.7")).json["receipt"]?.string
                ?? ""
        }
        for (days, isGood) in [("6 days 23 hours 59 minutes", true), ("7 days 1 minute", false)] {
            try server.database.moveClock(by: days)
            let place = isGood ? 0 : 1
            let follows = try await eventually {
                let reply = try client.send("POST", "/v1/users", ["claim": .string(receipts[place])])
                let reason = reply.json["referral"]?["reason"]
                return isGood ? reply.status == 201 : reason == "receipt_expired"
            }
            #expect(follows, "\(days)")
        }
        #expect(try server.database.psql("SELECT count(*) FROM users WHERE referred_by IS NOT NULL") >= "1")
    }

    @Test func `there is none for no match`() async throws {
        try await LinkCast.with { cast in
            let claim = try cast.client.claim(as: .android(at: "192.0.2.99"))
            #expect(claim.json["match"] == "none" && claim.json["receipt"] == .null)
        }
    }
}
