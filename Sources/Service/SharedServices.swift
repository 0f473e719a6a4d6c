package import Accounts
package import Batching
package import Crypto
internal import Delivery
package import EventLoops
package import Ledger
internal import Rewards
package import Values

/// The shared objects of a process's loops.
package struct SharedServices: Sendable {
    let secrets: Secrets
    let zone: ProgrammeZone
    let passwords: PasswordWork
    let troubles = TroubleLog()
    let causes: CauseGuard?
    /// Of commits that wrote changes.
    package let notifier = ChangeNotifier()
    let streams = StreamSessions()
    let seen = SeenGenerations()
    let factNumbers = FactNumbers()
    package let setAside = SetAside()

    package var passwordQueueDepth: Int { passwords.queueDepth }

    /// - Parameters:
    ///   - zone: of days that people count.
    ///   - passwordWaitMilliseconds: how long a password waits to be hashed; past it callers get
    ///     `unavailable` at once.
    ///   - breached: leaked passwords, which are refused.
    ///   - causes: with the ledger's keys; nil without any.
    package init(
        secrets: Secrets, zone: ProgrammeZone = .utc, passwordWorkers: Int = PasswordWork.workersDefault,
        passwordWaitMilliseconds: Int = 800, breached: BreachedPasswords = .empty,
        causes: CauseGuard? = nil
    ) throws(EventLoopError) {
        self.causes = causes
        self.secrets = secrets
        self.zone = zone
        passwords = try PasswordWork(
            workers: passwordWorkers, waitMilliseconds: passwordWaitMilliseconds, breached: breached)
    }
}
