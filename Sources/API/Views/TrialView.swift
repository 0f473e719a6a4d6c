internal import Basics
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A trial, or a backfill, as administrators see one.
struct TrialView: Formed {
    let job: Job

    static let form = Form<Self>(
        "Trial", means: "A rule that is tried on recorded facts, or that pays what it owes."
    ) {
        Member("id", .uuid, \.job.id, "Identifies it.", sample: "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d")
        Member(
            "kind", .openChoice("trial", "backfill"), \.job.kind, "A backfill pays, a trial does not.",
            sample: "trial")
        Member("rule", .ruleName, \.job.rule.name, sample: "level-5")
        Member(
            "state", .openChoice("waiting", "running", "done", "failed"), \.job.state,
            "A `waiting` one is started by a process, usually within a second.", sample: "done")
        Member(
            "reason", .openChoice("interrupted", "rule_not_active", "internal_error"), orNull: \.job.failure,
            "The reason of the failure. `interrupted`: its process ended; start it again.", sample: .null)
        Member(
            "progress", .number, { Double($0.job.progressPermille) / 1_000 }, "From 0 to 1.",
            sample: .number(1))
        Member(
            "from", .time, orNull: \.job.from, "The facts that it replays.",
            sample: "2026-11-01T00:00:00.000Z")
        Member("until", .time, orNull: \.job.until, "And before this time.", sample: .null)
        Member(
            "created_at", .time, \.job.madeAt, "When it was requested.", sample: "2026-11-22T12:00:00.000Z")
        Member("created_by", .string(upTo: 1_024), \.job.madeBy, "The requesting key.", sample: "key console")
        Member(
            "ended_at", .time, orNull: \.job.endedAt, "When it was done, or failed.",
            sample: "2026-11-22T12:00:12.000Z")
        Member(
            "result", Codec(TrialTallyForm.reply, TrialTallyForm.stored), orNull: \.result,
            "The result, once it is done.", sample: TrialTallyForm.reply.example)
    }

    /// The payments of a failed backfill stay.
    private var result: TrialTally? {
        let isKept = job.state == .done || (job.kind == .backfill && job.state == .failed)
        return isKept ? job.tally : nil
    }
}
