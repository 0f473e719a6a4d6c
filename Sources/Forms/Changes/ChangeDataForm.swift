package import JSON
package import Referrals
internal import Values

/// The `data` of a change, by its type: ids, amounts and names of rules.
package enum ChangeDataForm {
    /// Writes the object.
    package static func write(_ data: ChangeData, to writer: inout JSONWriter) {
        form(of: data).write(data, to: &writer)
    }

    package static func schema(of type: ChangeType) -> Schema { form(of: type).schema }

    package static func example(of type: ChangeType) -> JSONValue { form(of: type).example ?? [:] }

    /// The same as the text of JSON.
    package static func exampleText(of type: ChangeType) -> String {
        String(decoding: JSONWriter.bytes(of: example(of: type)), as: UTF8.self)
    }

    private static func form(of data: ChangeData) -> Form<ChangeData> {
        switch data {
        case .nothing: nothing
        case .creation: creation
        case .link: link
        case .merge: merge
        case .referral: referral
        case .level: level
        case .milestone: milestone
        case .counter: counter
        case .reward: reward
        case .denial: denial
        case .redemption: redemption
        case .balance: balance
        case .rule: rule
        case .budget: budget
        case .job: job
        case .export: export
        case .ledgerCheck: ledgerCheck
        case .webhook: webhook
        case .key: key
        }
    }

    private static func form(of type: ChangeType) -> Form<ChangeData> {
        switch type {
        case .userSignedUp, .userEmailVerified, .userErased: nothing
        case .userCreated: creation
        case .userLinked: link
        case .userMerged: merge
        case .referralRecorded, .referralRejected: referral
        case .levelReached: level
        case .milestoneReached: milestone
        case .counterChanged: counter
        case .rewardPaid, .rewardHeld, .rewardReleased, .rewardVoided, .rewardReversed, .reviewWaiting: reward
        case .rewardDenied: denial
        case .redemptionMade, .redemptionCaptured, .redemptionCancelled, .redemptionRefunded: redemption
        case .balanceChanged: balance
        case .ruleChanged: rule
        case .ruleBudgetLow, .ruleBudgetSpent: budget
        case .trialDone, .backfillDone: job
        case .exportDone: export
        case .ledgerCheckFailed: ledgerCheck
        case .webhookFailing, .webhookDisabled: webhook
        case .keyCreated, .keyRevoked: key
        }
    }
}
