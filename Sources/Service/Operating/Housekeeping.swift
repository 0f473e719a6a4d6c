internal import Accounts
package import Batching
internal import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Invitations
package import Postgres
internal import Store
internal import Values

/// Forgets expired sessions, invitations of operators, revocations, known addresses, receipts, networks of
/// sign-ups and taps, and who used how much of a limit.
package struct Housekeeping: Recurring {
    package let failure = "housekeeping failed"
    let pool: PostgresPool
    let clock: DatabaseClock
    package let log: @Sendable (LogLine) -> Void
    /// Strangers make these.
    var limitedKeysMax: Int64 = 100_000
    /// How long ended sessions of the console, and invitations of operators, are kept.
    private static let consoleSeconds: Int64 = 86_400
    /// How often what has expired is looked for.
    package var pauseMilliseconds = 60_000

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let now = clock.now
        // Bite by bite until nothing is left: what comes in fast must go as fast.
        while try await pool.run(DeleteExpiredSessions(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredRevocations(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredMailTokens(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredProofs(at: now)).count > 0 {}
        let formerBefore = now.adding(seconds: -RecoveryService.repeatSeconds)
        while try await pool.run(DeleteFormerPasswords(changedBefore: formerBefore)).count > 0 {}
        let addressesBefore = now.adding(seconds: -AddressBook.lifetimeSeconds)
        while try await pool.run(DeleteExpiredAddresses(before: addressesBefore)).count > 0 {}
        let firstClick = UUID(firstAt: now.adding(seconds: -ClaimSearch.windowSeconds))
        while try await pool.run(DeleteExpiredTaps(before: firstClick)).count > 0 {}
        while try await pool.run(DeleteSpentUses(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredReceipts(at: now)).count > 0 {}
        let mailboxesBefore = now.adding(seconds: -SignUpFingerprinter.erasedMailboxSeconds)
        while try await pool.run(ForgetErasedMailboxes(before: mailboxesBefore)).count > 0 {}
        let fingerprintsBefore = now.adding(seconds: -SignUpFingerprinter.networkSeconds)
        while try await pool.run(DeleteExpiredFingerprints(before: fingerprintsBefore)).count > 0 {}
        while try await pool.run(ForgetNetworks(before: fingerprintsBefore)).count > 0 {}
        let consoleBefore = now.adding(seconds: -Self.consoleSeconds)
        while try await pool.run(DeleteEndedConsoleSessions(before: consoleBefore)).count > 0 {}
        while try await pool.run(DeleteExpiredInvitations(before: consoleBefore)).count > 0 {}
        while try await pool.run(DeleteSurplusUses(keysMax: limitedKeysMax)).count > 0 {}
    }
}
