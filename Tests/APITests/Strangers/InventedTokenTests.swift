import Crypto
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Limits

/// A stranger invents links of mails, and API keys. No row is locked or written for them, and after some the
/// address is told to stop; what is genuine passes all the same.
struct InventedTokenTests {
    private static func with(_ body: (MailServed) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, wrongTokensPerAddress: RateLimit(3, perSeconds: 3_600))
        try await MailServed.with(options, body)
    }

    @Test func `an invented link locks no row, and is limited for the address on every call`() async throws {
        try await Self.with { here in
            let victim = try here.owner()
            let token = try Self.invented(for: victim)
            let row = "SELECT xmin, xmax, ctid FROM users WHERE uid = '\(victim.uid)'"
            let before = try here.server.database.psql(row)
            var statuses: [Int] = []
            for call in MailLinkCall.all { statuses.append(try call.send(token, to: here)) }
            #expect(statuses == [410, 410, 410] + Array(repeating: 429, count: statuses.count - 3))
            for call in MailLinkCall.all where call.method == "POST" {
                #expect(try call.send("no token", to: here) == 429, "\(call)")
            }
            #expect(try here.server.database.psql(row) == before)
            // A genuine one passes from the same address.
            try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            #expect(await eventually { here.mails.received(by: "ben@example.com").count == 1 })
            let mail = try #require(here.mails.received(by: "ben@example.com").first)
            #expect(try here.get(mail.page ?? "/").status == 200)
            #expect(try here.press(mail, password: "a parrot named Sam").status == 200)
        }
    }

    @Test(arguments: MailLinkCall.all)
    func `each call that takes a link counts an invented one`(_ call: MailLinkCall) async throws {
        try await Self.with { here in
            let token = try Self.invented(for: try here.owner())
            let statuses = try (0..<5).map { _ in try call.send(token, to: here) }
            #expect(statuses == [410, 410, 410, 429, 429])
        }
    }

    /// What only this installation can make, by another.
    private static func invented(for user: TestUser) throws -> String {
        let uid = try #require(UUID(text: user.uid))
        return MailToken(of: UserID(uid), key: RootSecret().subkey(for: .mailTokens)).text
    }

    @Test func `a link that a former version mailed is good, and counts nothing`() async throws {
        try await Self.with { here in
            let ben = try here.owner()
            let former = try Self.invented(for: ben)
            let hash = try #require(MailToken(former)).hash.bytes.map { String(format: $0) }.joined()
            try here.server.database.psql(
                """
                INSERT INTO mail_tokens (uid, token_hash, purpose, email, expires_at)
                VALUES ('\(ben.uid)', '\\x\(hash)', 'reset', 'ben@example.com', now() + interval '1 hour')
                """)
            for _ in 0..<5 { #expect(try here.get("/reset?token=\(former)").status == 200) }
        }
    }

    @Test func `invented API keys are limited for the address, and genuine ones pass`() async throws {
        try await Self.with { here in
            let key = try await here.server.key(.server)
            let former = try Self.formerKey(in: here.server)
            let invented = RootSecret().subkey(for: .apiKeys)
            let ask = { (key: String) in try here.client.get("/v1/users/x/balances", token: key).status }
            let statuses = try (0..<5).map { _ in try ask(APIKey(id: UUID(), key: invented).text) }
            #expect(statuses == [401, 401, 401, 429, 429])
            // Another secret under an id that there is.
            let id = try #require(APIKey(key)).id
            #expect(try ask(APIKey(id: id, key: invented).text) == 429)
            #expect(try ask(key) == 404)
            #expect(try ask(former) == 429, "made by a former version while this one runs")
        }
    }

    /// A key without a tag, as it was made before.
    private static func formerKey(in server: TestServer) throws -> String {
        let key = APIKey(id: UUID(), key: RootSecret().subkey(for: .apiKeys))
        let hash = key.hash.bytes.map { String(format: $0) }.joined()
        try server.database.psql(
            """
            INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at)
            VALUES ('\(key.id)', 'former', 'server', '\\x\(hash)', false, now())
            """)
        TestSecrets.note(key.text)
        return key.text
    }
}

extension String {
    /// Two hexadecimal digits.
    fileprivate init(format byte: UInt8) {
        let digits = String(byte, radix: 16)
        self = digits.count == 1 ? "0" + digits : digits
    }
}
