internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Makes an active rule pay what it owes to players who already fulfil it.
struct BackfillRule: Endpoint {
    let jobs: JobService
    let approvals: ApprovalService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> Approvable<TrialReply> {
        let name = try call.pathRule()
        if approvals.requires(.rules) {
            let stored = try await mappingErrors { () throws(JobError) in try await jobs.backfillable(name) }
            return .pending(
                try await approvals.propose(.backfill(name, version: stored.rule.version), on: call))
        }
        return .made(
            TrialReply(
                job: try await mappingErrors { () throws(JobError) in
                    try await jobs.startBackfill(of: name, by: call.actor)
                }, status: 202))
    }
}

extension BackfillRule {
    var operation: Operation {
        Operation(
            "backfillRule", .programme, "Backfill a rule",
            """
            Pays players who fulfilled the rule before it existed, once each, within its limits and after \
            its hold, as at an event. Poll it with `GET` like a trial, with the kind `backfill`, until it is \
            done.
            """
        )
        .gives(
            202,
            "The backfill, which any process may carry out; or a change that waits for a second operator.",
            .location, as: .json(.anyOf(TrialReply.schema, PendingChangeReply.schema)),
            example: TrialReply.backfill
        )
        .mayFindTooManyPending()
        .refuses(.noRule)
        .refuses(
            "The rule isn't active, or is written in Swift; or a trial or a backfill is running.",
            RuleError.stateNotPossible(.paused).problem, Refusal.trialUnderWay.problems[0])
    }
}
