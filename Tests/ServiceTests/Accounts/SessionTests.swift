import Batching
import EventLoops
import FoundationEssentials
import Referrals
import TestSupport
import Testing

@testable import Accounts
@testable import Limits
@testable import Service

/// Signing in, refreshing and signing out.
@Suite struct SessionTests {
    @Test func `a wrong password and an unknown e-mail are one answer`() async throws {
        try await ServicesRig.with { rig, _ in
            try await rig.link(try await rig.signUp().user)
            await #expect(throws: SessionError.invalidCredentials) {
                try await rig.signIn(password: "a parrot named Pam")
            }
            await #expect(throws: SessionError.invalidCredentials) {
                try await rig.signIn(EmailAddress("no@example.com")!)
            }
            _ = try await rig.signIn()
        }
    }

    @Test func `a crowd that signs in at once asks the database a few times`() async throws {
        try await ServicesRig.with { rig, loop in
            try await rig.link(try await rig.signUp().user)
            let haveSignedIn = await together(12, on: loop) { _ in (try? await rig.signIn()) != nil }
            #expect(haveSignedIn.allSatisfy { $0 })
            let reads = rig.services.context.metrics.snapshot.batches["credential_reads"]
            #expect(reads?.commands == 12)
            #expect(try #require(reads).counts.reduce(0, +) <= 4)
        }
    }

    @Test func `only failures count against an account and an address`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: RateLimit(2, perSeconds: 3600),
            signInFailuresPerAddress: RateLimit(100, perSeconds: 3600), signUpsPerAddress: nil,
            eventsPerUser: nil)
        try await ServicesRig.with(limits: limits) { rig, _ in
            try await rig.link(try await rig.signUp().user)
            for _ in 0..<4 { _ = try await rig.signIn() }
            for _ in 0..<2 {
                await #expect(throws: SessionError.invalidCredentials) {
                    try await rig.signIn(password: "a parrot named Pam")
                }
            }
            let elsewhere = PeerAddress("198.51.100.7")
            await #expect { try await rig.signIn(from: elsewhere) } throws: { $0.isTooManyRequests }
            // Where it was linked.
            _ = try await rig.signIn()
        }
    }

    @Test func `the addresses of an account are bounded, and kept as hashes that tell nothing`() async throws
    {
        try await ServicesRig.with { rig, _ in
            let known = "SELECT count(*), count(DISTINCT address_hash) FROM known_addresses"
            try await rig.link(try await rig.signUp().user)
            for number in 1...AddressBook.addressesPerUserMax + 4 {
                _ = try await rig.signIn(from: PeerAddress("198.51.100.\(number)"))
            }
            #expect(try rig.database.psql(known) == "16|16")
            let anonymous = try await rig.signUp()
            _ = try await rig.refresh(anonymous.session.refreshToken)
            #expect(try rig.database.psql(known) == "16|16")
            let cal = try await rig.signUp().user
            try await rig.link(cal, EmailAddress("cal@example.com")!, from: PeerAddress("198.51.100.20"))
            #expect(try rig.database.psql(known) == "17|17", "another user's hash of the same address")
        }
    }

    @Test func `an address that was long not seen is a stranger's again`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: RateLimit(1, perSeconds: 3600), signInFailuresPerAddress: nil,
            signUpsPerAddress: nil, eventsPerUser: nil)
        try await ServicesRig.with(limits: limits) { rig, _ in
            try await rig.link(try await rig.signUp().user)
            await #expect(throws: SessionError.invalidCredentials) {
                try await rig.signIn(password: "a parrot named Pam")
            }
            _ = try await rig.signIn()
            _ = try rig.database.psql("UPDATE known_addresses SET seen_at = now() - interval '31 days'")
            await #expect { try await rig.signIn() } throws: { $0.isTooManyRequests }
        }
    }

    @Test func `a refresh token is good once, and its successor takes over`() async throws {
        try await ServicesRig.with { rig, _ in
            let first = try await rig.signUp().session
            let second = try await rig.refresh(first.refreshToken)
            #expect(second.refreshToken != first.refreshToken)
            let again = try await rig.refresh(first.refreshToken)
            #expect(again.refreshToken == second.refreshToken, "a lost reply costs nothing")
            _ = try await rig.refresh(second.refreshToken)
        }
    }

    @Test func `an old refresh token ends the session for both who hold it`() async throws {
        try await ServicesRig.with { rig, _ in
            let first = try await rig.signUp().session
            let second = try await rig.refresh(first.refreshToken)
            _ = try rig.database.psql("UPDATE sessions SET rotated_at = now() - interval '11 seconds'")
            // The second one was not used yet: its reply may be lost.
            let again = try await rig.refresh(first.refreshToken)
            #expect(again.refreshToken == second.refreshToken)
            _ = try await rig.caller(second)
            await #expect(throws: SessionError.unauthenticated) {
                try await rig.refresh(first.refreshToken)
            }
            await #expect(throws: SessionError.unauthenticated) {
                try await rig.refresh(second.refreshToken)
            }
            await #expect(throws: AuthenticationError.unauthenticated) { try await rig.caller(second) }
        }
    }

    @Test func `signing out ends one session and no other`() async throws {
        try await ServicesRig.with { rig, _ in
            try await rig.link(try await rig.signUp().user)
            let (phone, tablet) = (try await rig.signIn(), try await rig.signIn())
            guard case .user(let uid, let sid?) = try await rig.caller(phone) else { return }
            try await rig.services.sessions.end(uid: uid, sid: sid)
            await #expect(throws: AuthenticationError.unauthenticated) { try await rig.caller(phone) }
            await #expect(throws: SessionError.unauthenticated) {
                try await rig.refresh(phone.refreshToken)
            }
            #expect(try await rig.uid(tablet) == uid)
        }
    }

    @Test func `tokens that were never ours are refused`() async throws {
        try await ServicesRig.with { rig, _ in
            let session = try await rig.signUp().session
            for text in ["", "rt_", "rt_AAAA", session.accessToken, session.refreshToken + "A"] {
                await #expect(throws: SessionError.unauthenticated) {
                    try await rig.refresh(text)
                }
            }
        }
    }
}

extension ServicesRig {
    fileprivate func signIn(
        _ email: EmailAddress = email, password: String = password, from address: PeerAddress = home
    ) async throws -> SessionTokens {
        try await services.sessions.signIn(email, password: password, from: address).session
    }

    fileprivate func refresh(_ token: String) async throws -> SessionTokens {
        try await services.sessions.refresh(token, from: Self.home)
    }
}
