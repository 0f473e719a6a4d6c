import Crypto
import EventLoops
import Referrals
import TestSupport
import Testing

@testable import Accounts
@testable import Limits
@testable import Service

/// An anonymous user gets an e-mail and stays the same user.
@Suite struct LinkingTests {
    @Test func `the uid stays, the reward is there, and earlier access tokens are refused at once`()
        async throws
    {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            let before = try await rig.signUp(referredBy: anne)
            let reply = try await rig.link(before.user)
            #expect(reply.user.uid == before.user.uid && !reply.user.isAnonymous)
            #expect(reply.rewards.map(\.rule) == ["signup"])
            #expect(try await rig.balance(before.user) == [50])
            await #expect(throws: AuthenticationError.unauthenticated) {
                try await rig.caller(before.session)
            }
            #expect(try await rig.uid(#require(reply.session)) == before.user.uid)
        }
    }

    @Test func `the same credential again opens a session and pays nothing`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp(referredBy: try await rig.signUp().user).user
            let first = try await rig.link(ben)
            let second = try await rig.link(ben)
            #expect(second.rewards == [])
            #expect(try await rig.uid(#require(first.session)) == ben.uid)
            #expect(try await rig.uid(#require(second.session)) == ben.uid)
            #expect(try await rig.balance(ben) == [50])
        }
    }

    @Test func `another password or another e-mail is refused, and the first one stays`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            try await rig.link(ben)
            await #expect(throws: AccountError.credentialAlreadyLinked) {
                try await rig.link(ben, password: "a parrot named Pam")
            }
            let other = EmailAddress("benjamin@example.com")!
            await #expect(throws: AccountError.credentialAlreadyLinked) { try await rig.link(ben, other) }
            let signedIn = try await rig.services.sessions.signIn(
                ServicesRig.email, password: ServicesRig.password, from: ServicesRig.home)
            #expect(signedIn.user.uid == ben.uid)
        }
    }

    @Test func `a password that is short or the e-mail itself is refused before anything is asked`()
        async throws
    {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            await #expect(throws: AccountError.invalidPassword(.tooShort)) {
                try await rig.link(ben, password: "parrot")
            }
            await #expect(throws: AccountError.invalidPassword(.isEmail)) {
                try await rig.link(ben, password: "ben@example.com")
            }
            #expect(try await rig.services.accounts.user(ben.uid).isAnonymous)
        }
    }

    @Test func `taken e-mails use up the user's failures, and nobody else's at its address`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            credentialFailuresPerUser: RateLimit(2, perSeconds: 3600), signUpsPerAddress: nil,
            eventsPerUser: nil)
        try await ServicesRig.with(limits: limits) { rig, _ in
            try await rig.link(try await rig.signUp().user)
            let (cal, dan) = (try await rig.signUp().user, try await rig.signUp().user)
            for _ in 0..<2 {
                await #expect(throws: AccountError.emailAlreadyInUse) { try await rig.link(cal) }
            }
            await #expect {
                try await rig.link(cal, EmailAddress("cal@example.com")!)
            } throws: { $0.isTooManyRequests }
            await #expect(throws: AccountError.emailAlreadyInUse) { try await rig.link(dan) }
            try await rig.link(dan, EmailAddress("dan@example.com")!)
        }
    }
}
