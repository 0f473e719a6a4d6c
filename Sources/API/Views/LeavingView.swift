internal import Accounts
internal import HTTP

/// How far a user is on the way out.
struct LeavingView: JSONEncodable {
    let state: LeavingState

    static var schema: Schema {
        .object(
            "Leaving", means: "How far a user is on the way out.", example: example,
            [
                "asked_at": .time.means("When the user, or an administrator, asked for it."),
                "due_at": .time.orNull.means("When there is something to do next; null when all is done."),
                "erased_at": .time.orNull.means("When the uid became a tombstone; null until then."),
            ])
    }

    static var example: JSONValue {
        ["asked_at": "2026-11-21T12:00:00.000Z", "due_at": "2026-11-28T12:00:00.000Z", "erased_at": .null]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("asked_at", state.askedAt)
            writer.member("due_at", state.dueAt)
            writer.member("erased_at", state.erasedAt)
        }
    }
}
