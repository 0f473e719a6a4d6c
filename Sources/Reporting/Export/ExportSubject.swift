internal import Store

/// Tables that can be exported as a whole.
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

    /// The names of each row's values, in order.
    package var columns: [String] { page.columns }
}
