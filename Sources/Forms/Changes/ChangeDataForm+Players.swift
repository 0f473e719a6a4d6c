internal import JSON
internal import Referrals
internal import Values

extension ChangeDataForm {
    private static let uid: JSONValue = "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41"

    static let nothing = Form<ChangeData>("NoChangeData", means: "Nothing but the type and the subject.") {}

    static let creation = Form<ChangeData>("UserCreatedData", means: "How the user came.") {
        Member(
            "referred_by", .uid, orNull: { if case .creation(let referrer) = $0 { referrer } else { nil } },
            "The referrer; null without one.", sample: uid)
    }

    static let link = Form<ChangeData>("UserLinkedData", means: "What the user can sign in with from now on.")
    {
        Member(
            "provider", .string(upTo: 64), { if case .link(let provider) = $0 { provider } else { "" } },
            "`password`, or the issuer's name.", sample: "password")
    }

    /// `last_sequence` is written by `RecordChanges`, which knows it.
    static let merge = Form<ChangeData>(
        "UserMergedData", means: "The end of a player that became part of an account."
    ) {
        Member(
            "into", .uid, orNull: { if case .merge(let uid) = $0 { uid } else { nil } }, "The account.",
            sample: uid)
        Member(
            "last_sequence", .count, { _ in 0 },
            "The `sequence` of this change: the subject has no later one.",
            sample: 7)
    }

    static let referral = Form<ChangeData>("ReferralChangeData", means: "Who referred the subject.") {
        Member(
            "referrer", .uid, orNull: { if case .referral(let referrer, _) = $0 { referrer } else { nil } },
            "The referrer; null if it is unknown.", sample: uid)
        Member(
            "reason", .string(upTo: 64),
            orNull: { if case .referral(_, let reason) = $0 { reason } else { nil } },
            "Why it was rejected; null otherwise.", sample: .null)
    }

    static let level = Form<ChangeData>("LevelReachedData", means: "The level that an event reported.") {
        Member(
            "level", .count, { if case .level(let level) = $0 { Int64(level) } else { 0 } }, "The level.",
            sample: 5)
    }

    static let milestone = Form<ChangeData>(
        "MilestoneReachedData", means: "The milestone that an event reported."
    ) {
        Member(
            "milestone", .string(upTo: 64),
            { if case .milestone(let name) = $0 { name.description } else { "" } },
            "Its name.", sample: "tutorial_completed")
    }

    static let counter = Form<ChangeData>("CounterChangedData", means: "A counter after an event.") {
        Member(
            "counter", .string(upTo: 64),
            { if case .counter(let counter, _, _) = $0 { counter.description } else { "" } }, "Its name.",
            sample: "races_won")
        Member(
            "by", .count, { if case .counter(_, let step, _) = $0 { step } else { 0 } }, "What was added.",
            sample: 1)
        Member(
            "value", .count, { if case .counter(_, _, let sum) = $0 { sum } else { 0 } }, "The sum after it.",
            sample: 12)
    }
}
