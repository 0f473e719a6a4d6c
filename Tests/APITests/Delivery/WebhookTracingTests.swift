import HTTP
import JSON
import TestSupport
import Testing

/// `traceparent` on its way from a request to the webhooks of the changes that it causes.
struct WebhookTracingTests {
    private static let traces = (1...8).map { "\($0)af7651916cd43dd8448eb211c80319c" }

    private func traceparent(_ trace: String) -> String { "00-\(trace)-b7ad6b7169203331-01" }

    private func trace(of request: TestReceiver.Request) -> String? {
        request.headers["traceparent"].map { String($0.dropFirst(3).prefix(32)) }
    }

    @Test func `a webhook has the trace of the request that caused its change, and none without`()
        async throws
    {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": "*"])
            let anne = try bench.client.signUp()
            let ben = try bench.client.signUp(referredBy: anne.code)
            let paid = try bench.client.send(
                "POST", "/v1/events", token: ben.token,
                headers: ["traceparent": traceparent(Self.traces[0])],
                ["id": .string(newID()), "type": "level_reached", "level": 5])
            try paid.required(200)
            let found = try await bench.received(6)
            // Anne's reward comes from Ben's request.
            let traced = found.filter {
                ["level.reached", "reward.paid", "balance.changed"].contains($0.type)
            }
            #expect(traced.count == 3)
            #expect(traced.allSatisfy { trace(of: $0) == Self.traces[0] })
            #expect(found.filter { $0.type == "user.created" }.allSatisfy { trace(of: $0) == nil })
        }
    }

    @Test func `a header of the webhook's own gives way to the trace`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created"], "headers": ["Traceparent": "mine"]])
            let header = ["traceparent": traceparent(Self.traces[0])]
            try bench.client.send("POST", "/v1/users", headers: header, [:]).required(201)
            #expect(trace(of: try await bench.received(1)[0]) == Self.traces[0])
            _ = try bench.client.signUp()
            #expect(try await bench.received(2)[1].headers["traceparent"] == "mine")
        }
    }

    @Test func `requests that share a batch keep their own traces`() async throws {
        try await WebhookBench.with { bench in
            _ = try bench.make(["types": ["user.created", "level.reached"]])
            let players = try Self.traces.map { (try bench.server.client, traceparent($0)) }
            for (client, header) in players {
                try client.post("POST", "/v1/users", headers: ["traceparent": header], [:])
            }
            let users = try players.map { TestUser(try $0.0.reply()) }
            for ((client, header), user) in zip(players, users) {
                try client.post(
                    "POST", "/v1/events", token: user.token, headers: ["traceparent": header],
                    ["id": .string(newID()), "type": "level_reached", "level": 2])
            }
            for (client, _) in players { #expect(try client.reply().status == 200) }
            let traces = Dictionary(uniqueKeysWithValues: zip(users.map(\.uid), Self.traces))
            let found = try await bench.received(2 * Self.traces.count)
            for request in found {
                let subject = try #require(request.subject)
                #expect(trace(of: request) == traces[subject], "\(request.type)")
            }
        }
    }
}
