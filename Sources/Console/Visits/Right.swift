internal import Accounts

/// Something that one may see or do in the console, and the least role that may.
enum Right: String, CaseIterable {
    // Pages.
    case seeOverview
    case seePlayers
    case seeLedger
    case seeRewards
    case seeReviews
    case seeRules
    case seeChanges
    case seeLinks
    case seeWebhooks
    case seeAudit
    case seeKeys
    case seeHealth

    // Actions.
    case decideReviews
    case moderate
    case endSessions
    case adjust
    case reverseRewards
    case editRules
    case approveChanges
    case writeNotes
    case refund
    case erase
    case seeAsPlayer
    case editWebhooks
    case sendWebhooks
    case exportTables
    case editLinks

    var leastRole: OperatorRole {
        switch self {
        case .seeOverview, .seePlayers, .seeLedger, .seeRewards, .seeReviews, .seeRules, .seeLinks: .viewer
        case .seeWebhooks, .seeAudit, .decideReviews, .moderate, .endSessions, .writeNotes, .seeAsPlayer:
            .support
        case .seeHealth, .seeChanges, .adjust, .reverseRewards, .editRules, .approveChanges, .refund,
            .sendWebhooks, .exportTables, .editLinks:
            .manager
        case .seeKeys, .erase, .editWebhooks: .admin
        }
    }

    func isHeld(by role: OperatorRole) -> Bool { role >= leastRole }
}

extension Word {
    static func right(_ right: Right) -> Word {
        switch right {
        case .seeOverview: .seeOverview
        case .seePlayers: .seePlayers
        case .seeLedger: .seeLedger
        case .seeRewards: .seeRewards
        case .seeReviews: .seeReviews
        case .seeRules: .seeRules
        case .seeChanges: .seeChanges
        case .seeLinks: .seeLinks
        case .seeWebhooks: .seeWebhooks
        case .seeAudit: .seeAudit
        case .seeKeys: .seeKeys
        case .seeHealth: .seeHealth
        case .decideReviews: .decideReviews
        case .moderate: .moderate
        case .endSessions: .endSessions
        case .adjust: .adjust
        case .reverseRewards: .reverseRewards
        case .editRules: .editRules
        case .approveChanges: .approveChanges
        case .writeNotes: .writeNotes
        case .refund: .refundRedemptions
        case .erase: .erasePlayers
        case .seeAsPlayer: .seeAsPlayer
        case .editWebhooks: .editWebhooks
        case .sendWebhooks: .sendWebhooks
        case .exportTables: .exportTables
        case .editLinks: .editLinks
        }
    }
}
