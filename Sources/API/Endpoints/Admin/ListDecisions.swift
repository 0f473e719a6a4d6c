internal import HTTP
internal import Referrals
internal import Service

/// Why a user was paid or wasn't: what every rule says now, and what it said at each event, newest first.
struct ListDecisions: Endpoint {
    struct Output: JSONOutput {
        let standing: [Decision]
        let page: Page<RecordedEvent, EventPosition>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("standing", standing.map(DecisionView.init))
                writer.member("decisions", page.items.map(EventDecisionsView.init))
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let reports: ReportService
    let accounts: AccountService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let cursor = try input.cursor(EventPosition.init(cursor:))
        return try await serving { () throws(ServiceError) in
            let user = try await accounts.user(uid)
            return Output(
                standing: reports.standing(of: user),
                page: try await reports.events(of: uid, after: cursor, limit: input.limit))
        }
    }
}

private struct EventDecisionsView: JSONEncodable {
    let recorded: RecordedEvent

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("event", EventView(recorded: recorded, isReplayed: nil))
            writer.member("decisions", recorded.decisions.map(DecisionView.init))
        }
    }
}
