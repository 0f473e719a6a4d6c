import JSON
import TestSupport
import Testing

/// Webhooks whose receiver asks for its deliveries, as `shipmate listen` does.
struct PulledWebhookTests {
    private func pull(
        _ bench: WebhookBench, wait: Int64 = 25, results: [JSONValue] = []
    ) throws -> [JSONValue] {
        let reply = try bench.post("/pull", 200, ["wait": .integer(wait), "results": .array(results)])
        return try #require(reply.json["deliveries"]?.array)
    }

    private func result(_ delivery: JSONValue, _ status: Int64) -> JSONValue {
        ["delivery": delivery["delivery"]?["id"] ?? .null, "response_status": .integer(status)]
    }

    private func change(_ delivery: JSONValue) throws -> JSONValue {
        try JSONParser.parse(Array(try #require(delivery["body"]?.string).utf8))
    }

    @Test func `a pulled delivery is signed, handed out once, and listed with its result`() async throws {
        try await WebhookBench.with { bench in
            let made = try bench.make(["types": ["user.created"]], url: "pull:")
            let secret = try #require(made.json["secret"]?.string)
            TestSecrets.note(secret)
            let anne = try bench.client.signUp()
            let first = try #require(try pull(bench).first)
            #expect(try change(first)["subject"]?.string == anne.uid)
            let headers = try #require(first["headers"])
            let check = try WebhookCheck.result(
                key: secret, id: try #require(headers["webhook-id"]?.string),
                timestamp: try #require(headers["webhook-timestamp"]?.string.flatMap { Int64($0) }),
                signatures: try #require(headers["webhook-signature"]?.string),
                body: Array(try #require(first["body"]?.string).utf8))
            #expect(check.hasPrefix("valid"))
            #expect(try pull(bench, wait: 0).isEmpty)
            #expect(try await bench.deliveries("?status=pending", count: 1)[0]["attempts"] == 1)
            #expect(try pull(bench, wait: 0, results: [result(first, 204)]).isEmpty)
            let delivered = try await bench.deliveries("?status=delivered", count: 1)[0]
            #expect(delivered["response_status"] == 204 && delivered["attempts"] == 1)
        }
    }

    @Test func `failures aren't repeated, but tests, resends and lost answers come`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"]], url: "pull:")
            _ = try bench.client.signUp()
            let first = try #require(try pull(bench).first)
            #expect(try pull(bench, wait: 0, results: [result(first, 500)]).isEmpty)
            let failed = try await bench.deliveries("?status=failed", count: 1)[0]
            let id = try #require(failed["id"]?.string)
            _ = try bench.post("/deliveries/\(id)/resend", 202)
            let again = try #require(try pull(bench).first)
            #expect(again["body"] == first["body"] && again["delivery"]?["attempts"] == 2)
            // No result comes: ten minutes later it is handed out again.
            _ = try bench.database.psql("UPDATE deliveries SET due_at = now()")
            #expect(try pull(bench).first?["delivery"]?["attempts"] == 3)
            #expect(try pull(bench, wait: 0, results: [result(first, 200)]).isEmpty)
            _ = try bench.post("/test", 202, ["type": "trial.done"])
            #expect(try change(try #require(try pull(bench).first))["type"] == "trial.done")
        }
    }

    @Test func `more changes than a call hands out come with the next, in order`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"]], url: "pull:")
            let uids = try (0..<25).map { _ in try bench.client.signUp().uid }
            var found: [String?] = []
            while found.count < uids.count {
                let page = try pull(bench)
                #expect(!page.isEmpty && page.count <= 32)
                found += try page.map { try change($0)["subject"]?.string }
            }
            #expect(found == uids)
        }
    }

    @Test func `a replay comes part by part, and a change of the webhook repeats nothing`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"]], url: "pull:")
            let uids = try (0..<20).map { _ in try bench.client.signUp().uid }
            func pulled(_ count: Int) throws -> [JSONValue] {
                var found: [JSONValue] = []
                var results: [JSONValue] = []
                while found.count < count {
                    let page = try pull(bench, results: results)
                    results = page.map { result($0, 200) }
                    found += page
                }
                #expect(try pull(bench, wait: 0, results: results).isEmpty)
                return found
            }
            let first = try pulled(uids.count)
            _ = try bench.post("/rotate-secret", 200)
            #expect(try pull(bench, wait: 0).isEmpty)
            let now = try bench.database.psql(
                "SELECT to_char(now() AT TIME ZONE 'UTC' + interval '1 min', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
            )
            _ = try bench.post(
                "/replay", 202, ["from": "2020-01-01T00:00:00Z", "until": .string(now)])
            let again = try pulled(uids.count)
            #expect(again.map { $0["body"] } == first.map { $0["body"] })
            #expect(again.allSatisfy { $0["delivery"]?["attempts"] == 2 })
        }
    }

    @Test func `a later call ends an earlier one, which gets nothing`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"]], url: "pull:")
            let id = try #require(try bench.webhook["id"]?.string)
            let first = try bench.server.client
            try first.post("POST", "/v1/admin/webhooks/\(id)/pull", token: bench.key, ["wait": 25])
            let isTaken = try await eventually {
                try bench.database.psql("SELECT fencing_token FROM webhooks") == "1"
            }
            #expect(isTaken)
            let second = try bench.server.client
            try second.post("POST", "/v1/admin/webhooks/\(id)/pull", token: bench.key, ["wait": 25])
            let isTakenOver = try await eventually {
                try bench.database.psql("SELECT fencing_token FROM webhooks") == "2"
            }
            #expect(isTakenOver)
            _ = try bench.client.signUp()
            #expect(try second.reply().json["deliveries"]?.array?.count == 1)
            #expect(try first.reply().json["deliveries"]?.array?.isEmpty == true)
        }
    }

    @Test func `only a pulled webhook is pulled, and it stays one`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": "*"])
            // A result changes nothing there.
            try bench.receiver.behave(["/": "503"])
            _ = try bench.client.signUp()
            let id = try #require(try await bench.deliveries("?status=pending", count: 1)[0]["id"]?.string)
            let results: JSONValue = ["results": [["delivery": .string(id), "response_status": 204]]]
            expectProblem(try bench.call("POST", "/pull", results), 409, "webhook-not-pulled")
            _ = try await bench.deliveries("?status=pending", count: 1)
            let unknown = "/v1/admin/webhooks/\(newID())/pull"
            expectProblem(try bench.client.send("POST", unknown, token: bench.key, results), 404, "not-found")
            let elsewhere = try bench.call("PATCH", "", ["url": "pull:"])
            expectProblem(elsewhere, 422, "validation")
            _ = try bench.make(["types": "*"], url: "pull:")
            expectProblem(
                try bench.call("PATCH", "", ["url": .string(bench.receiver.url())]), 422, "validation")
            expectProblem(
                try bench.call("POST", "/pull", ["results": [["delivery": "x"]]]), 422, "validation")
        }
    }

    @Test func `a webhook that no receiver has pulled for an hour is deleted`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": "*"], url: "pull:")
            #expect(try pull(bench, wait: 0).isEmpty)
            _ = try bench.database.psql(
                "UPDATE webhooks SET created_at = now() - interval '2 h', leased_until = now() - interval '2 h'"
            )
            let isGone = try await eventually {
                try bench.database.psql(
                    """
                    SELECT (SELECT count(*) FROM webhooks) + (SELECT count(*) FROM change_listeners
                        WHERE name LIKE 'webhook%')
                    """) == "0"
            }
            #expect(isGone)
        }
    }
}
