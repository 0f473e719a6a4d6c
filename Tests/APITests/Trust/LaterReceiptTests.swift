import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `PUT /v1/users/me/referrer` with a claim's receipt, of a player who exists when a link opens the app.
struct LaterReceiptTests {
    /// A claim of Anne's invite by a phone: `unique` by its click, else guessed.
    private func claim(
        _ cast: LinkCast, isGuess: Bool = false, at address: String = "192.0.2.7", key: String? = nil
    ) throws -> TestClient.Reply {
        let opener = Opener.android(at: address)
        let invite = try cast.invite(["channel": .string(address)])
        let click = try cast.client.clickID(of: invite.shortLink, as: opener)
        let claim = try cast.client.claim(
            isGuess ? [:] : ["link_click_id": .string(click)], as: opener, key: key
        ).required(200)
        #expect(claim.json["match"]?.string == (isGuess ? "default" : "unique"), "\(claim.text)")
        return claim
    }

    private func receipt(_ claim: TestClient.Reply) throws -> String {
        try #require(claim.json["receipt"]?.string, "\(claim.text)")
    }

    private func send(_ receipt: String, as user: TestUser, _ client: TestClient) throws -> TestClient.Reply {
        try client.send("PUT", "/v1/users/me/referrer", token: user.token, ["claim": .string(receipt)])
    }

    private func expectRejected(
        _ reply: TestClient.Reply, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectProblem(reply, 409, "referral-rejected", sourceLocation: sourceLocation)
        #expect(reply.json["reason"]?.string == reason, sourceLocation: sourceLocation)
    }

    private func rewards(_ cast: LinkCast, of user: TestUser) throws -> String {
        try cast.server.database.psql(
            "SELECT status, codes FROM rewards WHERE rule = 'level-5' AND subject = '\(user.uid)'")
    }

    @Test func `keeps the claim's confidence: unique pays, a guess is held, a weak one denied`()
        async throws
    {
        try await LinkCast.with { cast in
            let sure = try cast.client.signUp()
            let reply = try send(try receipt(claim(cast)), as: sure, cast.client).required(200)
            #expect(
                reply.json["referral"]
                    == ["status": "recorded", "referred_by": .string(cast.anne.uid), "reason": .null])
            let guessed = try cast.client.signUp()
            let guess = try claim(cast, isGuess: true, at: "192.0.2.8")
            try send(try receipt(guess), as: guessed, cast.client).required(200)
            let doubted = try cast.client.signUp()
            try send(try receipt(try await weakClaim(cast)), as: doubted, cast.client).required(200)
            for (user, status) in [
                (sure, "paid|"), (guessed, "held|default_match"), (doubted, ""),
            ] {
                try cast.client.reachLevel(5, token: user.token, id: newID()).required(200)
                #expect(try rewards(cast, of: user) == status)
            }
            #expect(try cast.client.balance(token: cast.anne.token) == 50)
            let key = try await cast.server.key(.read)
            for (user, source) in [(sure, "unique"), (guessed, "default"), (doubted, "weak")] {
                let shown = try cast.client.get("/v1/admin/users/\(user.uid)", token: key)
                #expect(shown.json["referral"]?["source"]?.string == "claim_\(source)", "\(shown.text)")
            }
        }
    }

    /// Two inviters' links were opened at one address.
    private func weakClaim(_ cast: LinkCast) async throws -> TestClient.Reply {
        let opener = Opener.android(at: "192.0.2.9")
        let key = try await cast.server.key(.read)
        let other = try cast.client.invite(token: try cast.client.signUp().token)
        for invite in [try cast.invite([:]), other] {
            _ = try cast.client.open(invite.shortLink, as: opener)
            _ = try await cast.client.statistics(of: invite.code, token: key) {
                $0["totals"]?["clicks"] == 1
            }
        }
        let claim = try cast.client.claim(as: opener)
        #expect(claim.json["match"] == "weak", "\(claim.text)")
        return claim
    }

    @Test func `a repeated receipt is 200, also after the sign-up, and for the account of a merge`()
        async throws
    {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp()
            // The claim's key is the install's; the call that follows has none.
            let receipt = try receipt(claim(cast, key: "a-secret-of-the-install"))
            let first = try send(receipt, as: ben, cast.client).required(200)
            #expect(try send(receipt, as: ben, cast.client).required(200).json == first.json)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(try send(receipt, as: ben, cast.client).required(200).json == first.json)
            let cal = try cast.client.signUp()
            let other = try self.receipt(claim(cast, at: "192.0.2.8"))
            try send(other, as: cal, cast.client).required(200)
            var dan = try cast.client.signUp()
            try cast.client.link(&dan, email: "dan@example.com").required(200)
            let merged = try cast.client.send(
                "POST", "/v1/sessions",
                [
                    "email": "dan@example.com", "password": .string(TestClient.password),
                    "merge": .string(cal.token),
                ]
            ).required(200)
            let account = TestUser(merged)
            let carried = merged.json["user"]?["referred_by"]?.string
            let again = try send(other, as: account, cast.client)
            if carried == cast.anne.uid { expect(again, 200) } else { expectRejected(again, "receipt_used") }
            #expect(
                try cast.server.database.psql("SELECT count(*) FROM used_receipts") == "2")
        }
    }

    @Test func `used by another player, at a sign-up or later, it is refused`() async throws {
        try await LinkCast.with { cast in
            let (first, second) = (try receipt(claim(cast)), try receipt(claim(cast, at: "192.0.2.8")))
            try cast.client.send("POST", "/v1/users", ["claim": .string(first)]).required(201)
            try send(second, as: try cast.client.signUp(), cast.client).required(200)
            for used in [first, second] {
                let late = try cast.client.signUp()
                expectRejected(try send(used, as: late, cast.client), "receipt_used")
                let signUp = try cast.client.send("POST", "/v1/users", ["claim": .string(used)])
                #expect(signUp.json["referral"]?["reason"] == "receipt_used", "\(signUp.text)")
                // The player can still type a code.
                let typed: JSONValue = ["referred_by": .string(cast.anne.code)]
                try cast.client.send("PUT", "/v1/users/me/referrer", token: late.token, typed).required(200)
            }
        }
    }

    @Test func `of many at once one player uses it, and that one as often as it likes`() async throws {
        try await LinkCast.with { cast in
            let receipt = try receipt(claim(cast))
            let users = try (0..<4).map { _ in try cast.client.signUp() }
            let senders = try (users + users).map { user in
                let client = try cast.server.client
                try client.post(
                    "PUT", "/v1/users/me/referrer", token: user.token, ["claim": .string(receipt)])
                return (user, client)
            }
            var statuses: [String: [Int]] = [:]
            for (user, client) in senders {
                let reply = try client.reply()
                statuses[user.uid, default: []].append(reply.status)
                if reply.status != 200 { expectRejected(reply, "receipt_used") }
            }
            #expect(
                statuses.values.map { $0 }.sorted { $0[0] < $1[0] } == [
                    [200, 200], [409, 409], [409, 409], [409, 409],
                ])
            let referred = "SELECT count(*) FROM users WHERE referred_by IS NOT NULL"
            #expect(try cast.server.database.psql(referred) == "1")
        }
    }

    @Test func `altered, another installation's, or no receipt at all it is refused`() async throws {
        let foreign = try await TestServer.with(.links) { server in
            let client = try server.client
            let link = try client.invite(token: try client.signUp().token).required(201).shortLink
            return try client.claim(["link": .string(link)], as: .android(at: "192.0.2.7")).json["receipt"]
        }
        try await LinkCast.with { cast in
            let own = try receipt(claim(cast))
            var altered = Array(own)
            altered[40] = altered[40] == "A" ? "B" : "A"
            let ben = try cast.client.signUp()
            for text in [String(altered), foreign?.string ?? "", "cr_nonsense", "x", ""] {
                expectRejected(try send(text, as: ben, cast.client), "receipt_invalid")
            }
            try send(own, as: ben, cast.client).required(200)
        }
    }

    @Test func `a receipt that makes no referral isn't used up`() async throws {
        try await LinkCast.with { cast in
            let receipt = try receipt(claim(cast))
            expectProblem(try send(receipt, as: cast.anne, cast.client), 422, "self-referral")
            let referred = try cast.client.signUp(referredBy: try cast.client.signUp().code)
            expectProblem(try send(receipt, as: referred, cast.client), 409, "referral-already-set")
            var late = try cast.client.signUp()
            try cast.client.link(&late, email: "late@example.com").required(200)
            expectProblem(try send(receipt, as: late, cast.client), 409, "referral-window-closed")
            try send(receipt, as: try cast.client.signUp(), cast.client).required(200)
        }
    }

    @Test func `that of a link without an inviter records nothing, and is used as at the sign-up`()
        async throws
    {
        try await LinkCast.with { cast in
            let server = try await cast.server.key(.server)
            let link = try cast.client.makeLink(token: server).required(201).shortLink
            let claim = try cast.claim(["link": .string(link)], as: .android(at: "192.0.2.7"))
            #expect(claim.json["invitation"] == .null)
            let receipt = try receipt(claim)
            let (ben, cal) = (try cast.client.signUp(), try cast.client.signUp(referredBy: cast.anne.code))
            for _ in 0..<2 {
                let reply = try send(receipt, as: ben, cast.client).required(200)
                #expect(reply.json["referral"]?["status"] == "none", "\(reply.text)")
            }
            expectRejected(try send(receipt, as: cal, cast.client), "receipt_used")
        }
    }

    @Test func `a receipt stands for itself, and a name may come with doubt`() async throws {
        try await LinkCast.with { cast in
            let ben = try cast.client.signUp()
            func put(_ body: JSONValue) throws -> TestClient.Reply {
                try cast.client.send("PUT", "/v1/users/me/referrer", token: ben.token, body)
            }
            let (name, receipt) = (
                JSONValue.string(cast.anne.code), JSONValue.string(try receipt(claim(cast)))
            )
            for (body, mistake) in [
                (["claim": receipt, "referred_by": name], "/claim invalid"),
                ([:], "/referred_by required"), (["match_confidence": "weak"], "/referred_by required"),
                (["claim": 5], "/claim wrong_type"),
                (["referred_by": name, "claim": []], "/claim wrong_type"),
                (["referred_by": name, "match_confidence": "sure"], "/match_confidence invalid"),
            ] as [(JSONValue, String)] {
                expectProblem(try put(body), 422, "validation", mistakes: [mistake])
            }
            expect(try put(["referred_by": name, "match_confidence": "default"]), 200)
            try cast.client.reachLevel(5, token: ben.token, id: newID()).required(200)
            #expect(try rewards(cast, of: ben) == "held|default_match")
        }
    }

    @Test func `is good for seven days, and for its player's repeats afterwards`() async throws {
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
            try receipt(client.claim(["link": .string(link)], as: .android(at: "192.0.2.7")))
        }
        let early = try client.signUp()
        try send(receipts[0], as: early, client).required(200)
        try server.database.moveClock(by: "7 days 1 minute")
        let isExpired = try await eventually {
            let late = try client.signUp()
            return try send(receipts[1], as: late, client).json["reason"] == "receipt_expired"
        }
        #expect(isExpired)
        let session = try client.send(
            "POST", "/v1/sessions/refresh", ["refresh_token": .string(early.refreshToken)]
        ).required(200)
        let token = session.json["session"]?["access_token"]?.string ?? ""
        let again = try client.send(
            "PUT", "/v1/users/me/referrer", token: token, ["claim": .string(receipts[0])])
        #expect(again.status == 200, "\(again.text)")
    }
}
