import HTTP
import JSON
import TestSupport
import Testing
import WebClient

/// Issuers that turn their keys over, are away, slow, or not what they should be.
struct IssuerTroubleTests {
    @Test func `keys that are turned over are found at once, and those that aren't published aren't`()
        async throws
    {
        try await IdentityCast.with(keys: "rsa-1") { cast in
            let start = ContinuousClock.now
            let ben = try cast.client.signUp()
            expect(try cast.link(ben, try cast.issuer.token(of: "ben")), 200)
            try cast.issuer.publish("rsa-2")
            let next = try cast.issuer.token(of: "ben", by: "rsa-2")
            expect(try cast.signIn(next), 200)
            #expect(cast.issuer.timesAsked == 2)
            // A loop that has the former ones hears of the others when it needs them.
            for _ in 0..<4 {
                expect(try cast.server.client.send("POST", "/v1/sessions", Self.body(next)), 200)
            }
            // Another minute must pass before they are asked for again.
            try cast.issuer.publish("rsa-3")
            let third = try cast.issuer.token(of: "ben", by: "rsa-3")
            for _ in 0..<50 {
                expectProblem(
                    try cast.server.client.send("POST", "/v1/sessions", Self.body(third)), 401,
                    "invalid-id-token")
            }
            let minutes = Int((ContinuousClock.now - start) / .seconds(60))
            #expect((2...2 + minutes).contains(cast.issuer.timesAsked))
        }
    }

    private static func body(_ token: String) -> JSONValue {
        ["provider": "ours", "id_token": .string(token)]
    }

    @Test func `keys that were read stay good while the issuer is away`() async throws {
        try await IdentityCast.with { cast in
            let ben = try cast.client.signUp()
            let token = try cast.issuer.token(of: "ben")
            try cast.issuer.behave(.wrong)
            let start = ContinuousClock.now
            expectProblem(try cast.link(ben, token), 503, "unavailable")
            // It is left in peace for five seconds.
            for _ in 0..<20 { #expect(try cast.link(ben, token).status == 503) }
            let retries = Int((ContinuousClock.now - start) / .seconds(5))
            #expect((1...1 + retries).contains(cast.issuer.timesAsked))
            try cast.issuer.behave(.good)
            #expect(try await eventually { try cast.link(ben, token).status == 200 })
            try cast.issuer.behave(.away)
            for _ in 0..<3 { expect(try cast.signIn(token), 200) }
            let unknown = try cast.issuer.token(of: "ben", by: "rsa-9")
            expectProblem(try cast.signIn(unknown), 401, "invalid-id-token")
            expect(try cast.signIn(token), 200)
        }
    }

    @Test func `an issuer that doesn't answer holds a call up, not for long, and nobody else`() async throws {
        try await IdentityCast.with {
            $0.http.handlerTimeoutMilliseconds = 50_000
        } _: { cast in
            try cast.issuer.behave(.slow)
            let ben = try cast.client.signUp()
            let token = try cast.issuer.token(of: "ben")
            let waiting = try (0..<4).map { _ in try cast.server.client }
            let start = ContinuousClock.now
            for client in waiting {
                try client.post("PUT", IdentityCast.path, token: ben.token, ["id_token": .string(token)])
            }
            expect(try cast.me(ben.token), 200)
            #expect(ContinuousClock.now - start < .milliseconds(7_900), "the issuer was waited for")
            for client in waiting { expectProblem(try client.reply(), 503, "unavailable") }
            // Eight seconds and what a loaded machine takes; it would be the handler's fifty.
            #expect(ContinuousClock.now - start < .seconds(40))
            #expect(cast.issuer.timesAsked == 1)
        }
    }

    @Test func `an issuer may take longer than anything else of a call`() async throws {
        try await IdentityCast.with {
            // The issuer takes two seconds.
            $0.http.handlerTimeoutMilliseconds = 1_900
        } _: { cast in
            try cast.issuer.behave(.late)
            let token = try cast.issuer.token(of: "ben")
            let ben = try #require(
                try await eventually { () throws -> TestUser? in
                    let user = try cast.client.signUp()
                    return user.uid.isEmpty ? nil : user
                })
            expect(try cast.link(ben, token), 200)
            #expect(try await eventually { try cast.signIn(token).status == 200 })
        }
    }

    @Test(arguments: [TestIssuer.Behaviour.moved, .endless, .away, .wrong])
    func `keys are taken from where they should be alone, and not too many`(
        behaviour: TestIssuer.Behaviour
    ) async throws {
        try await IdentityCast.with { cast in
            try cast.issuer.behave(behaviour)
            let token = try cast.issuer.token(of: "ben")
            expectProblem(try cast.link(try cast.client.signUp(), token), 503, "unavailable")
            // A redirect isn't followed, wherever it leads.
            #expect(cast.issuer.timesAsked == 1)
        }
    }

    /// `localhost` is a name, which any name may turn into: it is the address that is looked at.
    @Test func `a name that leads to a private address isn't connected to`() async throws {
        try await IdentityCast.with(addresses: .publicOnly) { cast in
            let token = try cast.issuer.token(of: "ben")
            let ben = try cast.client.signUp()
            expectProblem(try cast.link(ben, token), 503, "unavailable")
            // A machine that is slow to look names up has it tried again.
            let isForbidden = try await eventually {
                #expect(try cast.link(ben, token).status == 503)
                return try cast.server.log.text.contains("addressForbidden")
            }
            #expect(isForbidden && cast.issuer.timesAsked == 0)
        }
    }
}
