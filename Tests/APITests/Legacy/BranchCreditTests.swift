import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Branch's credits are balances, buckets are currencies.
struct BranchCreditTests {
    private static let keys = "branch_key=key_live_test"
    private static let secret = "&branch_secret=secret_live_test"

    private struct Balances {
        let client: TestClient
        let description: Description
        let user: TestUser

        func redeem(
            _ amount: Int64, bucket: String? = nil, secret: String = "secret_live_test",
            headers: [String: String] = [:]
        ) throws -> TestClient.Reply {
            var body: [JSONMember] = [
                JSONMember("branch_key", "key_live_test"), JSONMember("branch_secret", .string(secret)),
                JSONMember("identity", .string(user.code)), JSONMember("amount", .integer(amount)),
            ]
            if let bucket { body.append(JSONMember("bucket", .string(bucket))) }
            let reply = try client.send("POST", "/v1/redeem", headers: headers, .object(body))
            description.check(reply, to: "POST", "/v1/redeem")
            return reply
        }

        func credits() throws -> JSONValue {
            let reply = try client.get("/v1/credits?\(keys)\(secret)&identity=\(user.uid)")
            description.check(reply, to: "GET", "/v1/credits")
            return reply.json
        }

        func history(_ query: String = "") throws -> [JSONValue] {
            let reply = try client.get("/v1/credithistory?\(keys)\(secret)&identity=\(user.uid)\(query)")
            description.check(reply, to: "GET", "/v1/credithistory")
            return reply.json.array ?? []
        }
    }

    /// 50 of the usual currency and 7 gems.
    private func withBalance(_ body: (Balances) async throws -> Void) async throws {
        try await LegacyServer.with { server, client, description in
            let admin = try await server.key(.admin)
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com")
            try client.move(7, .adjustment, in: "gems", of: ben.uid, key: admin)
            try client.declare("coins", key: admin)
            try await body(Balances(client: client, description: description, user: ben))
        }
    }

    @Test func `credits are told by bucket`() async throws {
        try await withBalance { balances in
            #expect(try balances.credits() == ["gems": 7, "default": 50])
            let fresh = Balances(
                client: balances.client, description: balances.description, user: try balances.client.signUp()
            )
            #expect(try fresh.credits() == ["default": 0])
        }
    }

    @Test func `credits are redeemed, and never more than there are`() async throws {
        try await withBalance { balances in
            let reply = try balances.redeem(20)
            expect(reply, 200)
            #expect(reply.text == "{}")
            expect(try balances.redeem(7, bucket: "gems"), 200)
            #expect(try balances.redeem(31).legacyError == "402")
            #expect(try balances.redeem(1, bucket: "gems").legacyError == "402")
            #expect(try balances.redeem(0).legacyError == "400")
            #expect(try balances.redeem(5, bucket: "No Bucket").legacyError == "400")
            #expect(try balances.redeem(5, secret: "secret_live_other").legacyError == "400")
            #expect(try balances.credits() == ["gems": 0, "default": 30])
        }
    }

    @Test func `a redemption with an idempotency key is booked once`() async throws {
        try await withBalance { balances in
            let headers = ["Idempotency-Key": "order-2026-11-21-0001"]
            for _ in 0..<3 { expect(try balances.redeem(20, headers: headers), 200) }
            #expect(try balances.redeem(21, headers: headers).legacyError == "400")
            #expect(try balances.credits()["default"] == 30)
            // Without one, as Branch did, each call redeems.
            for _ in 0..<2 { expect(try balances.redeem(1), 200) }
            #expect(try balances.credits()["default"] == 28)
        }
    }

    @Test func `the history pages either way by the last id`() async throws {
        try await withBalance { balances in
            expect(try balances.redeem(20), 200)
            let all = try balances.history()
            #expect(all.map { $0["transaction"]?["type"] } == [2, 1, 0])
            #expect(all.map { $0["transaction"]?["amount"] } == [-20, 7, 50])
            #expect(all.map { $0["transaction"]?["bucket"] } == ["default", "gems", "default"])
            #expect(all.last?["event"]?["name"] == "signup")
            #expect(all.last?["referrer"]?.string?.count == 36 && all.last?["referree"] == .null)
            for (direction, expected) in [("desc", all), ("asc", all.reversed())] {
                var found: [JSONValue] = []
                var after = ""
                for _ in 0..<4 {
                    let page = try balances.history("&direction=\(direction)&length=1\(after)")
                    found += page
                    guard let id = page.first?["transaction"]?["id"]?.string else { break }
                    after = "&begin_after_id=\(id)"
                }
                #expect(found == expected)
            }
            #expect(try balances.history("&bucket=default").count == 2)
        }
    }

    private func correct(
        _ path: String, _ members: [String: JSONValue], _ balances: Balances, headers: [String: String] = [:]
    ) throws -> TestClient.Reply {
        let all: [String: JSONValue] = [
            "branch_key": "key_live_test", "branch_secret": "secret_live_test",
            "identity": .string(balances.user.uid), "amount": 5,
        ]
        let reply = try balances.client.send(
            "POST", path, headers: headers, .object(all.merging(members) { $1 }))
        balances.description.check(reply, to: "POST", path)
        return reply
    }

    @Test func `credits are added by hand, and the ledger and the audit say so`() async throws {
        try await withBalance { balances in
            let reply = try correct("/v1/credits", ["amount": "15"], balances)
            expect(reply, 200)
            #expect(reply.json == ["success": true])
            expect(try correct("/v1/credits", ["bucket": "coins"], balances), 200)
            #expect(try balances.credits() == ["coins": 5, "gems": 7, "default": 65])
            #expect(try balances.history("&length=1")[0]["transaction"]?["type"] == 1)
            let headers = ["Idempotency-Key": "grant-2026-11-21-0001"]
            for _ in 1...2 { expect(try correct("/v1/credits", [:], balances, headers: headers), 200) }
            #expect(try balances.credits()["default"] == 70)
        }
    }

    @Test func `credits are taken back, no more than there are`() async throws {
        try await withBalance { balances in
            let reply = try correct("/v1/reconcile", [:], balances)
            expect(reply, 200)
            for (name, value) in [
                ("app_id", "key_live_test"), ("identity_id", .string(balances.user.uid)),
                ("bucket", "default"),
                ("type", 4), ("amount", -5),
            ] as [(String, JSONValue)] {
                #expect(reply.json[name] == value, "\(name): \(reply.text)")
            }
            #expect(reply.json["date"]?.isTime == true)
            let line = try balances.history("&length=1")[0]["transaction"]
            #expect(line?["id"] == reply.json["id"] && line?["type"] == 4 && line?["amount"] == -5)
            // More than there is takes what there is; the same key again the same.
            let headers = ["Idempotency-Key": "fraud-2026-11-21-0001"]
            for _ in 1...2 {
                let all = try correct("/v1/reconcile", ["amount": 1000], balances, headers: headers)
                #expect(all.status == 200 && all.json["amount"] == -45, "\(all.text)")
            }
            #expect(try balances.credits() == ["gems": 7, "default": 0])
            let other = try correct("/v1/reconcile", ["amount": 999], balances, headers: headers)
            #expect(other.legacyError == "400", "the key was another amount's: \(other.text)")
            #expect(try correct("/v1/reconcile", [:], balances).legacyError == "402")
        }
    }

    @Test func `nobody corrects credits without the secret, and a mistake is named as it was sent`()
        async throws
    {
        try await withBalance { balances in
            for path in ["/v1/credits", "/v1/reconcile"] {
                for (members, message) in [
                    (["branch_secret": "x"], "Branch key"), (["branch_secret": .null], "Branch key"),
                    (["branch_key": "x"], "Branch key"), (["amount": 0], "/amount: "),
                    (["amount": -5], "/amount: "), (["amount": "+5"], "/amount: "),
                    (["amount": .null], "/amount: "),
                    (["identity": "user 5"], "/identity: "), (["identity": .null], "/identity: "),
                    (["bucket": "No Bucket"], "/bucket: "),
                ] as [([String: JSONValue], String)] {
                    let reply = try correct(path, members, balances)
                    #expect(
                        reply.legacyError == "400" && reply.legacyMessage.contains(message), "\(reply.text)")
                }
            }
            #expect(try balances.credits() == ["gems": 7, "default": 50])
        }
    }

    /// What a referred player knows of the referrer: its code from the invite, its uid from the sign-up.
    @Test func `nobody sees the credits of others without the secret`() async throws {
        try await withBalance { balances in
            let carl = try balances.client.signUp(referredBy: balances.user.code)
            for path in ["/v1/credits", "/v1/credithistory"] {
                for identity in [balances.user.uid, balances.user.code, newID(), ""] {
                    let query = "\(path)?\(Self.keys)&identity=\(identity)"
                    for (more, token) in [
                        ("", nil), ("&branch_secret=x", nil), ("", "x"), ("", carl.token),
                        ("&branch_secret=x", balances.user.token),
                    ] {
                        let reply = try balances.client.get(query + more, token: token)
                        #expect(reply.status != 200 && reply.legacyError != nil, "\(query): \(reply.text)")
                        balances.description.check(reply, to: "GET", path)
                    }
                }
                let other = "\(path)?branch_key=x&identity=\(balances.user.uid)"
                #expect(try balances.client.get(other + Self.secret).legacyError == "400")
            }
        }
    }

    @Test func `a referrer's uid and a stranger's look the same to a user`() async throws {
        try await withBalance { balances in
            let carl = try balances.client.signUp(referredBy: balances.user.code)
            let messages = try [balances.user.uid, balances.user.code, newID()].map { identity in
                try balances.client.get("/v1/credits?\(Self.keys)&identity=\(identity)", token: carl.token)
                    .legacyMessage
            }
            #expect(Set(messages).count == 1 && messages[0].contains("its own user"), "\(messages)")
        }
    }

    @Test func `the back end sees all by its secret, a user its own by its token`() async throws {
        try await withBalance { balances in
            for path in ["/v1/credits", "/v1/credithistory"] {
                for identity in [balances.user.uid, balances.user.code] {
                    let query = "\(path)?\(Self.keys)&identity=\(identity)"
                    expect(try balances.client.get(query + Self.secret), 200)
                    let header = ["Access-Token": "secret_live_test"]
                    expect(try balances.client.send("GET", query, headers: header), 200)
                    expect(try balances.client.get(query, token: balances.user.token), 200)
                }
                #expect(try balances.client.get("\(path)?\(Self.keys)\(Self.secret)").legacyError == "400")
            }
        }
    }
}
