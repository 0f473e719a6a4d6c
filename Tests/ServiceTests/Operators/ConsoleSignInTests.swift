import Crypto
import EventLoops
import Ledger
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Limits
@testable import Service

/// Signing in to the console, by key and by operator.
@Suite struct ConsoleSignInTests {
    @Test func `keys that may read or administer sign in, others don't`() async throws {
        try await ServicesRig.with { rig, _ in
            for (scope, role) in [(APIKey.Scope.admin, OperatorRole.admin), (.read, .viewer)] {
                let key = try await rig.key(scope)
                let token = try await rig.console.signIn(
                    apiKey: key.text, from: ServicesRig.home,
                    userAgent: "a\0b" + String(repeating: "é", count: 300))
                #expect(token.utf8.count == 43)
                let user = try #require(try await rig.console.user(of: token))
                #expect(user.role == role && user.name == "desk" && user.identity == .apiKey(key.id))
                #expect(user.actor == "key desk (\(key.id.lowercaseText))")
                let session = try #require(try await rig.console.sessions(of: user).first)
                #expect(session.userAgent.unicodeScalars.count == 200 && session.address == "192.0.2.1")
            }
            for scope in [APIKey.Scope.server, .links, .branch] {
                let key = try await rig.key(scope)
                await #expect(throws: ConsoleError.wrong) {
                    try await rig.console.signIn(apiKey: key.text, from: ServicesRig.home, userAgent: "")
                }
            }
            for text in ["", "sk_", "rt_x", rig.services.authenticator.isFresh ? "sk_x.y" : ""] {
                await #expect(throws: ConsoleError.wrong) {
                    try await rig.console.signIn(apiKey: text, from: ServicesRig.home, userAgent: "")
                }
            }
            let audit = try rig.database.psql(
                "SELECT count(*) FROM audit_entries WHERE action = 'operators.sign_in'")
            #expect(audit == "2")
        }
    }

    @Test func `an operator signs in with password and code, each code once`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.operatorWhoAccepted()
            let first = try #require(try await rig.console.user(of: ben.token))
            #expect(first.name == "ben@example.com" && first.role == .support)
            let code = rig.code(of: ben.totp)
            let token = try await rig.signIn(ben, email: " BEN@example.com", code: code)
            let user = try #require(try await rig.console.user(of: token))
            #expect(user.identity == first.identity && user.session != first.session)
            #expect(user.actor.hasPrefix("operator ben@example.com ("))
            #expect(await rig.refusal(ben, code: code) == .wrong)
            #expect(await rig.refusal(ben, code: rig.code(of: ben.totp, stepsFromNow: -1)) == .wrong)
            let next = rig.code(of: ben.totp, stepsFromNow: 1)
            try await rig.signIn(ben, code: "\(next.prefix(3)) \(next.suffix(3))")
            #expect(try await rig.console.sessions(of: user).count == 3)
        }
    }

    @Test func `a wrong code after a right password is in the audit, a wrong password isn't`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.operatorWhoAccepted()
            #expect(await rig.refusal(ben, password: "a parrot Pam") == .wrong)
            #expect(await rig.refusal(ben, email: "cal@example.com") == .wrong)
            #expect(await rig.refusal(ben, code: "000000") == .wrong)
            let actors = try await eventually {
                let found = try rig.database.psql(
                    "SELECT actor FROM audit_entries WHERE action = 'operators.code_refused'")
                return found.isEmpty ? nil : found
            }
            let actor = try #require(actors)
            #expect(actor.hasPrefix("operator ben@example.com (") && !actor.contains("\n"))
        }
    }

    @Test func `whatever is wrong, the answer is one`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.operatorWhoAccepted()
            for code in ["", "12345", "1234567", "abcdef", "000000", "\0", rig.code(of: TOTP())] {
                #expect(await rig.refusal(ben, code: code) == .wrong)
            }
            for password in ["", "a parrot named Pam", String(repeating: "x", count: 5_000), "\0"] {
                #expect(await rig.refusal(ben, password: password) == .wrong)
            }
            for email in ["", "cal@example.com", "ben", "ben@example.com\0"] {
                #expect(await rig.refusal(ben, email: email) == .wrong)
            }
            // A wrong password has used up no code.
            try await rig.signIn(ben)
            _ = try await rig.invite(ServicesRig.anne)
            #expect(await rig.refusal(ben, email: "anne@example.com", password: "") == .wrong)
        }
    }

    @Test func `a recovery code works once, however it is typed`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.operatorWhoAccepted()
            #expect(Set(ben.recoveryCodes).count == 10)
            for code in [ben.recoveryCodes[0], ben.recoveryCodes[9].lowercased().replacing("-", with: " ")] {
                try await rig.signIn(ben, code: code)
                #expect(await rig.refusal(ben, code: code) == .wrong)
            }
            let left = try rig.database.psql("SELECT cardinality(recovery_hashes) FROM operators")
            #expect(left == "8")
        }
    }

    @Test func `only failures count, and strangers are held up`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: RateLimit(2, perSeconds: 3600), signInFailuresPerAddress: nil,
            signInFailuresPerAccountAndAddress: RateLimit(4, perSeconds: 3600), signUpsPerAddress: nil,
            eventsPerUser: nil)
        try await ServicesRig.with(limits: limits) { rig, _ in
            let ben = try await rig.operatorWhoAccepted()
            for code in ben.recoveryCodes.prefix(3) { try await rig.signIn(ben, code: code) }
            let stranger = PeerAddress("198.51.100.7")
            for _ in 0..<2 {
                #expect(await rig.refusal(ben, password: "", from: stranger) == .wrong)
            }
            #expect(await rig.refusal(ben, from: stranger)?.isTooManyAttempts == true)
            // Where the invitation was accepted.
            try await rig.signIn(ben, code: ben.recoveryCodes[3])
            for _ in 0..<4 {
                #expect(await rig.refusal(ben, password: "") == .wrong)
            }
            #expect(await rig.refusal(ben)?.isTooManyAttempts == true)
        }
    }

    @Test func `invented keys and links are limited by address`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, wrongTokensPerAddress: RateLimit(3, perSeconds: 3600))
        try await ServicesRig.with(limits: limits) { rig, _ in
            let (invitation, elsewhere) = (try await rig.invite(), PeerAddress("198.51.100.7"))
            for _ in 0..<5 { _ = try await rig.console.invitation(invitation, from: elsewhere) }
            func guess(_ text: String) async throws {
                _ = try await rig.console.signIn(apiKey: text, from: elsewhere, userAgent: "")
            }
            await #expect(throws: ConsoleError.wrong) { try await guess("x") }
            let invented = APIKey(id: .zero, key: RootSecret().subkey(for: .apiKeys))
            await #expect(throws: ConsoleError.wrong) { try await guess(invented.text) }
            await #expect(throws: ConsoleError.invitationGone) {
                try await rig.console.invitation("x", from: elsewhere)
            }
            await #expect { try await guess(invented.text) } throws: { $0.isTooManyAttempts }
            await #expect {
                try await rig.console.invitation(invitation, from: elsewhere)
            } throws: {
                $0.isTooManyAttempts
            }
            _ = try await rig.console.invitation(invitation, from: ServicesRig.home)
        }
    }
}

extension Error {
    fileprivate var isTooManyAttempts: Bool {
        let error: any Error = self
        if case ConsoleError.tooManyAttempts(let seconds) = error { return seconds > 0 }
        return false
    }
}
