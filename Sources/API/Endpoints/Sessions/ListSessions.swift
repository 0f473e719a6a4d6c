internal import Accounts
internal import FoundationEssentials
internal import HTTP
internal import Values

/// The sessions of the calling user.
struct ListSessions: Endpoint {
    struct Output: JSONOutput {
        let sessions: [KnownSession]
        let current: UUID?

        static var schema: Schema {
            .object(
                "Sessions", means: "Where the user is signed in.",
                ["sessions": .array(of: item, count: 0...100).means("The one that was used last first.")])
        }

        private static var item: Schema {
            .object(
                "KnownSession", means: "A session of the user's.",
                [
                    "sid": .uuid.means("Names the session: `sid` of its access tokens."),
                    "current": .boolean.means("Whether it is the one that asks."),
                    "device": .string(upTo: 40).orNull.means(
                        "The kind of device that it was opened on, in a word or two, where that was told."),
                    "created_at": .time.means("When it was opened."),
                    "last_used_at": .time.means("When it was opened or refreshed last, to the hour."),
                    "expires_at": .time.means("When it ends unless it is refreshed."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("sessions")
                writer.array { writer in
                    for session in sessions {
                        writer.object { writer in
                            writer.member("sid", session.sid)
                            writer.member("current", session.sid == current)
                            writer.member("device", session.device)
                            writer.member("created_at", session.createdAt)
                            writer.member("last_used_at", session.lastUsedAt)
                            writer.member("expires_at", session.expiresAt)
                        }
                    }
                }
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
    static var example: JSONValue {
        [
            "sessions": [
                [
                    "sid": "01938f3e-5a10-7b2c-9d41-2e3f4a5b6c7d", "current": true,
                    "device": "Android", "created_at": "2026-11-21T12:00:00.000Z",
                    "last_used_at": "2026-11-21T12:00:00.000Z",
                    "expires_at": "2027-02-19T12:05:00.000Z",
                ]
            ]
        ]
    }

    var operation: Operation {
        Operation("listSessions", .sessions, "Where the user is signed in")
            .gives("The sessions.", example: Self.example)
    }
}
