internal import Accounts
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Values

/// The sessions of the calling user.
struct ListSessions: Endpoint {
    struct Output: JSONOutput, Formed {
        let sessions: [KnownSession]
        let current: UUID?

        static let form = Form<Self>("Sessions", means: "The user's sessions.", showsExample: false) {
            Member(
                "sessions", as: .array(of: SessionItem.schema, count: 0...100),
                "Most recently used first.",
                sample: [SessionItem.example]
            ) { output, writer in
                writer.array(output.sessions.map { SessionItem(session: $0, current: output.current) })
            }
        }

    }

    let sessions: SessionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        let all = try await mappingErrors { () throws(SessionError) in try await sessions.all(of: uid) }
        return Output(sessions: all, current: call.session)
    }
}

extension ListSessions {

    var operation: Operation {
        Operation("listSessions", .sessions, "List the user's sessions")
            .gives("The sessions.")
    }
}

private struct SessionItem: Formed {
    let session: KnownSession
    let current: UUID?

    static let form = Form<Self>("KnownSession", means: "A session of the user.", showsExample: false) {
        Member(
            "sid", .uuid, \.session.sid, "Identifies the session: `sid` of its access tokens.",
            sample: "01938f3e-5a10-7b2c-9d41-2e3f4a5b6c7d")
        Member(
            "current", .boolean, { $0.session.sid == $0.current }, "Whether it is the calling session.",
            sample: true)
        Member(
            "device", .string(upTo: 40), orNull: \.session.device,
            "The kind of device that opened it, in a word or two, if known.",
            sample: "Android")
        Member(
            "created_at", .time, \.session.createdAt, "When it was opened.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "last_used_at", .time, \.session.lastUsedAt, "When it was last opened or refreshed, to the hour.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "expires_at", .time, \.session.expiresAt, "When it expires unless it is refreshed.",
            sample: "2027-02-19T12:05:00.000Z")
    }
}
