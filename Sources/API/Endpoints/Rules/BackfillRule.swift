internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Has a rule in force pay what it owes to players who would come to it with their next event.
struct BackfillRule: Endpoint {
    let jobs: JobService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> TrialReply {
        let name = try call.pathRule()
        return TrialReply(
            job: try await serving { () throws(JobError) in
                try await jobs.startBackfill(of: name, by: call.actor)
            }, status: 202)
    }
}

extension BackfillRule {
    var operation: Operation {
        Operation(
            "backfillRule", .programme, "Have a rule pay what it owes already",
            """
            To players who fulfilled it before it was there, and to whom nothing happens: each as at an event, once, \
            within its limits and after its hold. `GET` it as a trial, of the kind `backfill`, until it is done.
            """
        )
        .gives(202, "The backfill, which any process will do.", .location, example: TrialReply.backfill)
        .refuses(.noRule)
        .refuses(
            "The rule isn't in force, or is written in Swift; or a trial or a backfill is under way.",
            RuleError.stateNotPossible(.paused).problem, Refusal.trialUnderWay.problems[0])
    }
}
