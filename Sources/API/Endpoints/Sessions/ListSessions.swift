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

        static let form = Form<Self>("Sessions", means: "Where the user is signed in.", showsExample: false) {
            Member(
                "sessions", as: .array(of: SessionItem.schema, count: 0...100),
                "The one that was used last first.",
                sample: [SessionItem.example]
            ) { output, writer in
                writer.array(output.sessions.map { SessionItem(session: $0, current: output.current) })
            }
        }

    }

    let sessions: SessionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        let all = try await serving { () throws(SessionError) in try await sessions.all(of: uid) }
        return Output(sessions: all, current: call.session)
    }
}

extension ListSessions {

    var operation: Operation {
        Operation("listSessions", .sessions, "Where the user is signed in")
            .gives("The sessions.")
    }
}

private struct SessionItem: Formed {
    let session: KnownSession
    let current: UUID?

    static let form = Form<Self>("KnownSession", means: "A session of the user's.", showsExample: false) {
        Member(
            "sid", .uuid, \.session.sid, "Names the session: `sid` of its access tokens.",
            sample: "01938f3e-5a10-7b2c-9d41-2e3f4a5b6c7d")
        Member(
            "current", .boolean, { $0.session.sid == $0.current }, "Whether it is the one that asks.",
            sample: true)
        Member(
            "device", .string(upTo: 40), orNull: \.session.device,
            "The kind of device that it was opened on, in a word or two, where that was told.",
            sample: "Android")
        Member(
            "created_at", .time, \.session.createdAt, "When it was opened.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "last_used_at", .time, \.session.lastUsedAt, "When it was opened or refreshed last, to the hour.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "expires_at", .time, \.session.expiresAt, "When it ends unless it is refreshed.",
            sample: "2027-02-19T12:05:00.000Z")
    }
}
