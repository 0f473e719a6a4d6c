import EventLoops
import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Limits
@testable import Service

/// An install signs in without asking anybody.
@Suite struct SignUpTests {
    @Test func `an address makes so many users, another one is not held up`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            signUpsPerAddress: RateLimit(2, perSeconds: 3600), eventsPerUser: nil)
        try await ServicesRig.with(limits: limits) { rig, _ in
            for _ in 0..<2 { _ = try await rig.signUp() }
            await #expect { try await rig.signUp() } throws: { $0.isTooManyRequests }
            _ = try await rig.signUp(from: PeerAddress("198.51.100.7"))
            #expect(try rig.database.psql("SELECT count(*) FROM users") == "3")
        }
    }

    @Test func `many at once are all made, each with a session that works`() async throws {
        try await ServicesRig.with { rig, loop in
            let replies = await together(200, on: loop) { _ in try? await rig.signUp() }.compactMap(\.self)
            #expect(Set(replies.map(\.user.uid)).count == 200)
            #expect(Set(replies.map(\.user.referralCode)).count == 200)
            for reply in replies {
                let uid = try await rig.uid(reply.session)
                #expect(uid == reply.user.uid)
            }
        }
    }

    @Test func `a referrer is recorded once, while the user is anonymous`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            let ben = try await rig.signUp().user
            let accounts = rig.services.accounts
            for _ in 0..<2 {
                let referral = try await accounts.recordReferrer(.named(.user(anne.uid)), of: ben.uid)
                #expect(referral.referredBy == anne.uid)
            }
            let cal = try await rig.signUp().user
            await #expect(throws: AccountError.referralAlreadySet) {
                try await accounts.recordReferrer(.named(.user(cal.uid)), of: ben.uid)
            }
            await #expect(throws: AccountError.selfReferral) {
                try await accounts.recordReferrer(.named(.user(cal.uid)), of: cal.uid)
            }
            try await rig.link(cal)
            await #expect(throws: AccountError.referralWindowClosed) {
                try await accounts.recordReferrer(.named(.user(anne.uid)), of: cal.uid)
            }
        }
    }

    @Test func `nobody is found under a uid that nobody has`() async throws {
        try await ServicesRig.with { rig, _ -> Void in
            await #expect(throws: AccountError.userNotFound) {
                _ = try await rig.services.accounts.user(UserID(UUID()))
            }
        }
    }
}
