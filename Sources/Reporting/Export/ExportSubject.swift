internal import Store

/// What can be taken out as a whole.
package enum ExportSubject: String, Sendable, CaseIterable {
    case users
    case rewards
    case ledger
    case referrals
    case events
    case audit

    var page: any ExportedPage.Type {
        switch self {
        case .users: ExportUsers.self
        case .rewards: ExportRewards.self
        case .ledger: ExportLedger.self
        case .referrals: ExportReferrals.self
        case .events: ExportEvents.self
        case .audit: ExportAudit.self
        }
    }

    /// What the values of each row are called, in order.
    package var columns: [String] { page.columns }
}
