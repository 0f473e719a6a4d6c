internal import Accounts
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Values

/// Ends one session of the calling user, or all of them.
struct EndSessions: Endpoint {
    enum Which {
        case one
        case all
    }

    let which: Which
    let sessions: SessionService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        switch which {
        case .all: try await mappingErrors { () throws(SessionError) in try await sessions.endAll(of: uid) }
        case .one:
            guard let sid = call.request.parameter("sid").flatMap({ UUID(text: $0) }) else { throw .notFound }
            let isEnded = try await mappingErrors { () throws(SessionError) in
                try await sessions.endOne(sid, of: uid)
            }
            guard isEnded else { throw .notFound }
        }
        return .noContent
    }
}

extension EndSessions {
    var operation: Operation {
        switch which {
        case .one:
            Operation("endSession", .sessions, "End one session of the user")
                .takes(.path("sid", .uuid, "Names the session."))
                .gives(204, "Its tokens are no longer valid.")
                .refuses(.notFound)
        case .all:
            Operation(
                "endSessions", .sessions, "End all sessions of the user", "Includes the calling session."
            )
            .gives(204, "Their tokens are no longer valid.")
        }
    }
}
