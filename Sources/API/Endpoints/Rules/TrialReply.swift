internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A trial, or a backfill.
struct TrialReply: JSONOutput, Formed {
    let job: Job
    var status = 200

    static let form = Form<Self>("TrialReply", means: "A trial, or a backfill.") {
        Member("trial", { TrialView(job: $0.job) })
    }

    var headers: [ResponseHeader] {
        status == 202 ? [ResponseHeader(.location, "/v1/admin/trials/\(job.id.lowercaseText)")] : []
    }
}

extension TrialReply {
    static var example: JSONValue { ["trial": TrialView.example] }

    static var backfill: JSONValue {
        [
            "trial": [
                "id": "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5e", "kind": "backfill", "rule": "level-5",
                "state": "waiting", "reason": .null, "progress": .number(0), "from": .null, "until": .null,
                "created_at": "2026-11-22T12:00:00.000Z", "created_by": "key console",
                "ended_at": .null, "result": .null,
            ]
        ]
    }
}

extension Refusal {
    static let trialUnderWay = Refusal(
        409, "A trial or a backfill is already running.",
        [JobError.underWay(.zero).problem])
}
