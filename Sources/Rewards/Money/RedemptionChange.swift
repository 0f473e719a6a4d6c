package import FoundationEssentials
package import Referrals

/// A requested change of a redemption.
package struct RedemptionChange: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        /// Keep what was reserved.
        case capture
        /// Give back what was reserved.
        case cancel
        /// Give back what was taken, by an entry of the caller's own id.
        case refund(id: UUID, reason: String)
        /// Give back what was reserved, if its time is up.
        case expire
    }

    package let redemption: LedgerEntry.Key
    package let action: Action
    /// The operator who asked, for the audit; nil for the app's own server.
    package let auditActor: String?

    package init(_ action: Action, of redemption: LedgerEntry.Key, auditActor: String? = nil) {
        self.redemption = redemption
        self.action = action
        self.auditActor = auditActor
    }
}
