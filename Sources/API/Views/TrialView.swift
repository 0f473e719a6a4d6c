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
        "Trial", means: "A rule that is tried on what was recorded, or that pays what it owes."
    ) {
        Member("id", .uuid, \.job.id, "Names it.", sample: "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d")
        Member("kind", .openChoice("trial", "backfill"), \.job.kind, "A backfill pays.", sample: "trial")
        Member("rule", .ruleName, \.job.rule.name, sample: "level-5")
        Member(
            "state", .openChoice("waiting", "running", "done", "failed"), \.job.state,
            "One waits until a process comes to it: a second, mostly.", sample: "done")
        Member(
            "reason", .openChoice("interrupted", "rule_not_active", "internal_error"), orNull: \.job.failure,
            "Why it failed. `interrupted`: its process ended under it; ask again.", sample: .null)
        Member(
            "progress", .number, { Double($0.job.progressPermille) / 1_000 }, "From 0 to 1.",
            sample: .number(1))
        Member(
            "from", .time, orNull: \.job.from, "Which facts it replays.", sample: "2026-11-01T00:00:00.000Z")
        Member("until", .time, orNull: \.job.until, "And before this.", sample: .null)
        Member(
            "created_at", .time, \.job.madeAt, "When it was asked for.", sample: "2026-11-22T12:00:00.000Z")
        Member("created_by", .string(upTo: 1_024), \.job.madeBy, "By which key.", sample: "key console")
        Member(
            "ended_at", .time, orNull: \.job.endedAt, "When it was done, or failed.",
            sample: "2026-11-22T12:00:12.000Z")
        Member(
            "result", Codec(TrialTallyForm.reply, TrialTallyForm.stored), orNull: \.result,
            "Once it is done.", sample: TrialTallyForm.reply.example)
    }

    /// What a backfill that failed has paid, it has paid.
    private var result: TrialTally? {
        let isKept = job.state == .done || (job.kind == .backfill && job.state == .failed)
        return isKept ? job.tally : nil
    }
}
