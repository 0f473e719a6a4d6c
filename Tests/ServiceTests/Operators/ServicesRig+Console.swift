import Batching
import Crypto
import EventLoops
import Foundation
import Ledger
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Service

/// An operator who has accepted an invitation.
struct TestOperator: Sendable {
    let email: EmailAddress
    let totp: TOTP
    /// Of the session that the acceptance opened.
    let token: String
    let recoveryCodes: [String]
}

extension ServicesRig {
    static let ben = EmailAddress("ben@example.com")!
    static let anne = EmailAddress("anne@example.com")!

    var console: ConsoleService { services.console }

    /// As the owner's command does it.
    func asOwner<Value: Sendable>(
        _ body: @escaping @Sendable (OperatorService) async throws -> Value
    ) async throws -> Value {
        try await database.withPool(asOwner: true, connections: 1) { pool, _ in
            try await body(OperatorService(pool: pool))
        }
    }

    func key(_ scope: APIKey.Scope, _ ledgerKeys: LedgerKeys? = nil) async throws -> APIKey {
        let text = try await database.withPool(asOwner: true, connections: 1) { pool, _ in
            try await KeyService(pool: pool, ledgerKeys: ledgerKeys)
                .create(scope, name: "desk", actor: "Anne").get()
        }
        return try #require(APIKey(text))
    }

    func invite(_ email: EmailAddress = ben, _ role: OperatorRole = .support) async throws -> String {
        try await asOwner { try await $0.add(email, as: role, actor: "Anne").get() }
    }

    /// Accepts by the code of the step before, so that the present code isn't used up.
    func operatorWhoAccepted(
        _ email: EmailAddress = ben, _ role: OperatorRole = .support
    ) async throws -> TestOperator {
        let invitation = try await invite(email, role)
        let secret = try await console.invitation(invitation, from: Self.home).secret
        let totp = TOTP(secret: Self.decoded(secret))
        let accepted = try await console.accept(
            invitation, password: Self.password, code: code(of: totp, stepsFromNow: -1), from: Self.home,
            userAgent: "test")
        return TestOperator(
            email: email, totp: totp, token: accepted.token, recoveryCodes: accepted.recoveryCodes)
    }

    func code(of totp: TOTP, stepsFromNow steps: Int64 = 0) -> String {
        totp.code(atStep: TOTP.step(at: services.clock.now.secondsSince1970) + steps)
    }

    @discardableResult
    func signIn(
        _ someone: TestOperator, email: String? = nil, password: String = password, code: String? = nil,
        from address: PeerAddress = home
    ) async throws(ConsoleError) -> String {
        try await console.signIn(
            email: email ?? someone.email.description, password: password,
            code: code ?? self.code(of: someone.totp), from: address, userAgent: "test")
    }

    /// Why it isn't let in; nil where it is.
    ///
    /// `#expect(throws:)` wouldn't do: its closure belongs to no loop, so what follows the wait for the
    /// password's check would use the loop's connection on a thread of the global pool.
    func refusal(
        _ someone: TestOperator, email: String? = nil, password: String = password, code: String? = nil,
        from address: PeerAddress = home
    ) async -> ConsoleError? {
        do throws(ConsoleError) {
            try await signIn(someone, email: email, password: password, code: code, from: address)
            return nil
        } catch {
            return error
        }
    }

    /// Of base32.
    static func decoded(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        let bits = text.utf8.flatMap { character in
            let value = alphabet.firstIndex(of: character) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 }
        }
        return (0..<bits.count / 8).map { byte in
            bits[byte * 8..<byte * 8 + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
        }
    }
}
