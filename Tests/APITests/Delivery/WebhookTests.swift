import Delivery
import JSON
import TestSupport
import Testing

/// Webhooks, through HTTP and to a receiver that isn't ours.
struct WebhookTests {
    @Test func `a webhook gets signed changes, once, with their sequence`() async throws {
        try await WebhookBench.with { bench in
            let made = try bench.make(["types": "*"])
            let secret = try #require(made.json["secret"]?.string)
            TestSecrets.note(secret)
            try bench.receiver.trust([secret])
            let (anne, ben) = try bench.payAnne()
            let found = try await bench.received(6)
            #expect(found.allSatisfy { $0.isSigned })
            #expect(Set(found.map(\.id)).count == found.count)
            // Requests begin in order; they are answered beside each other.
            func changes(of user: TestUser) -> [TestReceiver.Request] {
                found.filter { $0.subject == user.uid }.sorted { $0.sequence ?? 0 < $1.sequence ?? 0 }
            }
            let bens = changes(of: ben)
            #expect(bens.map(\.type) == ["user.created", "referral.recorded", "level.reached"])
            let annes = changes(of: anne)
            #expect(annes.map(\.type).suffix(2) == ["reward.paid", "balance.changed"])
            #expect(annes.map(\.sequence) == (1...Int64(annes.count)).map { $0 })
            let headers = try #require(found.first?.headers)
            #expect(headers["content-type"] == "application/json")
            #expect(headers["user-agent"] == "Shipmate/test")
            let listed = try await bench.deliveries("?status=delivered", count: found.count)
            #expect(Set(listed.compactMap { $0["change"]?.string }) == Set(found.map(\.id)))
            #expect(listed.allSatisfy { $0["attempts"] == 1 && $0["response_status"] == 200 })
        }
    }

    @Test func `a public key checks what v1a signs, and both keys sign after a rotation`() async throws {
        try await WebhookBench.with { bench in
            let made = try bench.make(["types": ["user.created"], "signature": "both"])
            let first = try #require(made.json["secret"]?.string)
            let key = try #require(made.json["webhook"]?["public_key"]?.string)
            let rotated = try bench.post("/rotate-secret", 200)
            let second = try #require(rotated.json["secret"]?.string)
            for secret in [first, second] { TestSecrets.note(secret) }
            #expect(first != second && rotated.json["webhook"]?["public_key"]?.string != key)
            _ = try bench.client.signUp()
            let request = try #require(try await bench.received(1).first)
            let signatures = try #require(request.headers["webhook-signature"])
            #expect(signatures.split(separator: " ").count == 4)
            let time = try #require(request.headers["webhook-timestamp"].flatMap { Int64($0) })
            let body = JSONWriter.bytes(of: request.body)
            for key in [first, second, key, try #require(rotated.json["webhook"]?["public_key"]?.string)] {
                let result = try WebhookCheck.result(
                    key: key, id: request.id, timestamp: time, signatures: signatures, body: body)
                #expect(result.hasPrefix("valid"))
            }
        }
    }

    @Test func `a failed delivery comes again, counts attempts, and is given up`() async throws {
        try await WebhookBench.with { bench in
            try bench.receiver.behave(["/": "503"])
            _ = try bench.make(["types": ["user.created"]])
            _ = try bench.client.signUp()
            let pending = try await bench.deliveries("?status=pending", count: 1)[0]
            #expect(pending["response_status"] == 503 && pending["response"] == "noted: é")
            #expect(pending["failure"] == .null && pending["next_attempt_at"] != .null)
            // The schedule's first pause is 5 s.
            let again = try await bench.received(2)
            #expect(again[0].id == again[1].id)
            let isWritten = try await eventually {
                try bench.database.psql("SELECT attempts FROM deliveries") == "2"
            }
            #expect(isWritten)
            _ = try bench.database.psql("UPDATE deliveries SET attempts = 9, due_at = now()")
            try bench.ring()
            let failed = try await bench.deliveries("?status=failed", count: 1)[0]
            #expect(failed["attempts"] == 10 && failed["next_attempt_at"] == .null)
            // Asked for by an administrator, it comes once more, with the same id.
            try bench.receiver.behave([:])
            let id = try #require(failed["id"]?.string)
            _ = try bench.post("/deliveries/\(id)/resend", 202)
            let sent = try await bench.deliveries("?status=delivered", count: 1)[0]
            #expect(sent["attempts"] == 11)
            #expect(Set(try bench.receiver.requests.map(\.id)).count == 1)
        }
    }

    @Test func `Retry-After is honoured up to an hour`() async throws {
        try await WebhookBench.with { bench in
            try bench.receiver.behave(["/": "later"])
            _ = try bench.make(["types": ["user.created"]])
            _ = try bench.client.signUp()
            _ = try await bench.deliveries("?status=pending", count: 1)
            let left = try bench.database.psql(
                "SELECT extract(epoch FROM due_at - now())::int FROM deliveries")
            #expect((1_700...1_800).contains(try #require(Int(left))))
        }
    }

    @Test func `410 disables at once; what is missed is listed, and can be replayed`() async throws {
        try await WebhookBench.with { bench in
            try bench.receiver.behave(["/": "410"])
            _ = try bench.make(["types": ["user.created"]])
            let first = try bench.client.signUp()
            let isDisabled = try await eventually { try bench.webhook["enabled"] == false }
            #expect(isDisabled)
            #expect(try bench.webhook["disabled_because"] == "The receiver replied with 410.")
            let second = try bench.client.signUp()
            let missed = try await bench.deliveries("?status=missed", count: 1)
            #expect(missed[0]["subject"]?.string == second.uid && missed[0]["attempts"] == 0)
            expectProblem(try bench.call("POST", "/test", ["type": "reward.paid"]), 409, "webhook-disabled")
            try bench.receiver.behave([:])
            #expect(try bench.post("/enable", 200).json["webhook"]?["enabled"] == true)
            let until = try bench.database.psql(
                """
                SELECT to_char(now() AT TIME ZONE 'UTC' + interval '1 min', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                """
            )
            _ = try bench.post(
                "/replay", 202, ["from": "2026-01-01T00:00:00Z", "until": .string(until)])
            let sent = try await bench.deliveries("?status=delivered", count: 2)
            #expect(Set(sent.compactMap { $0["subject"]?.string }) == [first.uid, second.uid])
            let third = try bench.client.signUp()
            #expect(try await bench.received(4).last?.subject == third.uid)
        }
    }

    @Test func `after a day of failures its operator is warned, once, and after five it is disabled`()
        async throws
    {
        var options = TestServer.Options()
        let mails = try TestMailServer()
        options.mailServer = mails
        try await WebhookBench.with(options) { bench in
            try bench.receiver.behave(["/": "500"])
            _ = try bench.make(["types": ["user.created", "webhook.failing", "webhook.disabled"]])
            _ = try bench.client.signUp()
            _ = try await bench.deliveries("?status=pending", count: 1)
            func fail(since days: Int) async throws {
                _ = try bench.database.psql(
                    """
                    UPDATE webhooks SET version = version + 1, leased_until = '-infinity',
                        failing_since = now() - interval '\(days) days'
                    """)
                try bench.ring()
                _ = try bench.client.signUp()
            }
            try await fail(since: 2)
            let warning = try await mails.next(to: "operator@example.com")
            #expect(warning.subject == "A webhook has failed for a day")
            try await fail(since: 6)
            let last = try await mails.next(to: "operator@example.com", after: 1)
            #expect(last.subject == "A webhook was disabled")
            #expect(try bench.webhook["disabled_because"] == "All deliveries have failed for 5 days.")
            let types = try bench.database.psql(
                "SELECT string_agg(type, ' ' ORDER BY position) FROM changes WHERE type LIKE 'webhook%'")
            #expect(types == "webhook.failing webhook.disabled")
        }
    }

    @Test func `with ordering by subject a failure holds up its subject alone`() async throws {
        try await WebhookBench.with { bench in
            try bench.receiver.behave(["/": "500"])
            _ = try bench.make(["types": ["level.reached"], "ordering": "subject"])
            let (anne, ben) = (try bench.client.signUp(), try bench.client.signUp())
            try bench.client.reachLevel(2, token: anne.token, id: newID())
            _ = try await bench.deliveries("?status=pending", count: 1)
            try bench.receiver.behave([:])
            for level in 3...5 { try bench.client.reachLevel(Int64(level), token: anne.token, id: newID()) }
            try bench.client.reachLevel(2, token: ben.token, id: newID())
            let delivered = try await bench.deliveries("?status=delivered", count: 1)
            #expect(delivered[0]["subject"]?.string == ben.uid)
            let waiting = try await bench.deliveries("?status=pending", count: 4)
            #expect(waiting.filter { $0["next_attempt_at"] == .null }.count == 3)
            _ = try await bench.deliveries("?status=delivered", count: 5)
            let taken = try bench.receiver.requests.filter { $0.subject == anne.uid && $0.isTaken }
            #expect(taken.compactMap { $0.body["data"]?["level"]?.integer } == [2, 3, 4, 5])
        }
    }

    @Test func `a match sends only what has it`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make([
                "types": ["reward.paid", "balance.changed", "user.created"],
                "match": ["rule": "level-5", "min_amount": 50],
            ])
            let (anne, _) = try bench.payAnne()
            let found = try await bench.received(2)
            #expect(Set(found.map(\.type)) == ["reward.paid", "balance.changed"])
            #expect(found.allSatisfy { $0.subject == anne.uid })
        }
    }

    @Test func `a test sends the type's example, and a deleted webhook nothing more`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"]])
            let delivery = try bench.post("/test", 202, ["type": "reward.paid"]).json["delivery"]
            let request = try #require(try await bench.received(1).first)
            #expect(request.id == delivery?["change"]?.string && request.type == "reward.paid")
            #expect(request.body["data"]?["reward"]?["rule"] == "signup")
            #expect(try bench.call("DELETE", "").status == 204)
            #expect(try bench.call("GET", "").status == 404)
            let isGone = try await eventually {
                try bench.database.psql("SELECT count(*) FROM webhooks, deliveries") == "0"
            }
            #expect(isGone)
            #expect(
                try bench.database.psql("SELECT count(*) FROM change_listeners WHERE name LIKE 'webhook%'")
                    == "0")
        }
    }

    @Test func `another origin gets another secret and no headers`() async throws {
        try await WebhookBench.with { bench in
            let made = try bench.make([
                "types": ["user.created"], "headers": ["Authorization": "Bearer s3cr3t"],
            ])
            #expect(made.json["webhook"]?["headers"] == ["Authorization": "***"])
            let stays = try bench.call(
                "PATCH", "", ["url": .string(bench.receiver.url("/other")), "rate_per_second": 50])
            #expect(stays.json["secret"] == nil && stays.json["webhook"]?["rate_per_second"] == 50)
            _ = try bench.client.signUp()
            #expect(try await bench.received(1)[0].headers["authorization"] == "Bearer s3cr3t")
            let other = try TestReceiver()
            let moved = try bench.call("PATCH", "", ["url": .string(other.url()), "rate_per_second": .null])
            let secret = try #require(moved.json["secret"]?.string)
            TestSecrets.note(secret)
            try other.trust([secret])
            #expect(
                moved.json["webhook"]?["headers"] == [:] && moved.json["webhook"]?["rate_per_second"] == .null
            )
            _ = try bench.client.signUp()
            let isThere = try await eventually { try !other.requests.isEmpty }
            #expect(isThere)
            let request = try #require(try other.requests.first)
            #expect(request.isSigned && request.headers["authorization"] == nil)
            let actions = try bench.database.psql(
                """
                SELECT string_agg(action, ' ' ORDER BY created_at) FROM audit_entries WHERE action LIKE 'webhook%'
                """
            )
            #expect(actions == "webhook.create webhook.change webhook.change")
        }
    }

    @Test(arguments: [
        ("url", "http://example.com/"), ("url", "https://127.0.0.1/"), ("url", "https://2130706433/"),
        ("url", "https://0x7f.1/"), ("url", "https://[::ffff:10.0.0.1]/"), ("url", "https://0.0.0.0/"),
        ("url", "https://user@example.com/"), ("url", "ftp://example.com/"), ("types", "reward.paid"),
        ("ordering", "global"), ("signature", "v2"),
    ])
    func `what can't be is refused, with a pointer`(name: String, value: String) async throws {
        try await WebhookBench.with { bench in
            var body = JSONValue.object([
                JSONMember("url", .string("https://example.com/")), JSONMember("types", "*"),
            ])
            body = body.setting(name, to: .string(value))
            let reply = try bench.client.send("POST", "/v1/admin/webhooks", token: bench.key, body)
            expectProblem(reply, 422, "validation")
            #expect(reply.json["errors"]?[0]?["pointer"]?.string == "/\(name)")
        }
    }
}
