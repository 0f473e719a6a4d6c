import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Service

/// A sign-in or a change whose credential was verified before a recovery, and which is written after it: the
/// two cells of the table that no caller can arrange.
struct RecoveryRaceTests {
    private static let repetitions = 3
    private static let newHash = "$argon2id$v=19$m=19456,t=2,p=1$bmV3$bmV3"

    @Test(arguments: Recovery.allCases)
    func `what was verified before a recovery and is written after it is what the table says`(
        _ recovery: Recovery
    ) async throws {
        try await ServicesRig.with { rig, _ in
            for number in 0..<Self.repetitions {
                let email = EmailAddress("ben-\(number)@example.com")!
                let user = try await rig.link(try await rig.signUp().user, email).user
                let verified = try #require(try await rig.services.pool.run(FindCredential(email)).first)
                let ways = AccountWays(user: user, identities: [], credential: verified, recovery: nil)
                let proof = VerifiedProof(.password(verified), of: ways)
                try await Self.recover(user.uid, by: recovery, rig)
                let isOpened = try await Self.signIn(verified, rig)
                #expect(isOpened == (recovery.effect(on: .signInInFlight) == .unaffected))
                let refusals = [
                    try await Self.changePassword(proof, of: user.uid, rig),
                    try await Self.changeEmail(proof, of: user.uid, rig),
                ]
                let expected: AccountError? =
                    switch recovery {
                    case .erasure: .userNotFound
                    case .signOutEverywhere: nil
                    case .reset, .undo: .accountRecovered
                    case .passwordChange: .proofWrong
                    }
                #expect(refusals[0] == expected, "password")
                // A change of e-mail by the former password comes after the change of password above.
                let emailExpected: AccountError? =
                    switch recovery {
                    case .erasure: .noEmail
                    case .signOutEverywhere: .proofWrong
                    default: expected
                    }
                #expect(refusals[1] == emailExpected, "e-mail")
            }
        }
    }

    private static func recover(_ uid: UserID, by recovery: Recovery, _ rig: ServicesRig) async throws {
        let context = rig.services.context
        let now = context.clock.now
        if recovery == .erasure {
            return try await rig.services.deletion.erase(uid, by: "a test")
        }
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(uid) else { return }
            let plan = RecoveryPlan(
                recovery: recovery, account: account, context: context, now: now, passwordHash: newHash,
                mailedAt: recovery == .undo ? now : nil)
            try await transaction.commit(plan.statements)
        }
    }

    private static func signIn(_ verified: CredentialRecord, _ rig: ServicesRig) async throws -> Bool {
        let context = rig.services.context
        let now = context.clock.now
        let session = context.sessions.open(for: verified.uid, sid: context.makeID(), at: now)
        let opening = SessionOpening(
            context: context, uid: verified.uid, shown: .password(verified), session: session.record,
            knownAddress: context.addresses.entry(verified.uid, at: ServicesRig.home, seenAt: now), now: now)
        let isOpened = try await opening.run() != nil
        let rows = try await context.pool.run(FindSession(uid: verified.uid, sid: session.record.sid))
        #expect(rows.isEmpty == !isOpened)
        return isOpened
    }

    private static func changePassword(
        _ proof: VerifiedProof, of uid: UserID, _ rig: ServicesRig
    ) async throws -> AccountError? {
        let context = rig.services.context
        let now = context.clock.now
        let session = context.sessions.open(for: uid, sid: context.makeID(), at: now)
        let change = PasswordChange(
            context: context, uid: uid, passwordHash: newHash + "2", proof: proof, session: session.record,
            isNew: true, language: "en", isMailOn: true, now: now)
        if case .failure(let refusal) = try await change.run() { return refusal }
        return nil
    }

    private static func changeEmail(
        _ proof: VerifiedProof, of uid: UserID, _ rig: ServicesRig
    ) async throws -> AccountError? {
        let context = rig.services.context
        return try await EmailChange(
            context: context, uid: uid, email: EmailAddress("other@example.com")!, proof: proof,
            language: "en", now: context.clock.now
        ).run()
    }
}
