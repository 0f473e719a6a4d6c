internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// How far a user is on the way out.
struct DeletionView: Formed {
    let state: DeletionState

    static let form = Form<Self>("Leaving", means: "The state of a user's deletion.") {
        Member(
            "asked_at", .time, \.state.askedAt, "When the user, or an administrator, requested it.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "due_at", .time, orNull: \.state.dueAt,
            "When the next step is due; null when all is done.", sample: "2026-11-28T12:00:00.000Z")
        Member(
            "erased_at", .time, orNull: \.state.erasedAt, "When the uid became a tombstone; null until then.",
            sample: .null)
    }
}
