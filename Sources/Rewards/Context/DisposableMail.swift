internal import EventLoops
package import Referrals

/// The list of disposable domains, shared by all loops. The watcher of its file replaces it.
package final class DisposableMail: Sendable {
    private let domains: Locked<DisposableDomains>

    package init(_ domains: DisposableDomains = .builtIn) {
        self.domains = Locked(domains)
    }

    package func replace(_ new: DisposableDomains) {
        domains.withLock { $0 = new }
    }

    package func contains(_ address: EmailAddress) -> Bool {
        domains.withLock { $0 }.contains(address)
    }
}
