internal import Accounts
internal import Referrals

// The texts of things that have a name in the domain.

extension Word {
    static func role(_ role: OperatorRole) -> Word {
        switch role {
        case .viewer: .roleViewer
        case .support: .roleSupport
        case .manager: .roleManager
        case .admin: .roleAdmin
        }
    }

    static func moderation(_ status: ModerationStatus) -> Word {
        switch status {
        case .good: .moderationGood
        case .watched: .moderationWatched
        case .blocked: .moderationBlocked
        }
    }

    static func explained(_ status: RuleExplanation.Status) -> Word {
        switch status {
        case .paid: .rewardPaid
        case .held: .rewardHeld
        case .void: .rewardVoid
        case .reversed: .rewardReversed
        case .denied: .rewardDenied
        case .notYet: .rewardNotYet
        }
    }

    static func reward(_ status: Reward.Status) -> Word {
        switch status {
        case .paid: .rewardPaid
        case .held: .rewardHeld
        case .void: .rewardVoid
        case .reversed: .rewardReversed
        }
    }

    static func entry(_ kind: LedgerEntry.Kind) -> Word {
        switch kind {
        case .grant: .entryGrant
        case .redemption: .entryRedemption
        case .refund: .entryRefund
        case .adjustment: .entryAdjustment
        case .reversal: .entryReversal
        case .transfer: .entryTransfer
        }
    }

    static func rule(_ state: RuleState) -> Word {
        switch state {
        case .draft: .ruleDraft
        case .active: .ruleActive
        case .paused: .rulePaused
        case .archived: .ruleArchived
        }
    }

    static func delivery(_ state: DeliveryState) -> Word {
        switch state {
        case .pending: .deliveryPending
        case .delivered: .deliveryDelivered
        case .failed: .deliveryFailed
        case .missed: .deliveryMissed
        }
    }
}
