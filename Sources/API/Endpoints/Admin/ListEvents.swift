internal import HTTP
internal import Referrals
internal import Service

/// A page of a user's events, newest first.
struct ListEvents: Endpoint {
    struct Output: JSONOutput {
        let page: Page<RecordedEvent, EventPosition>

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("events", page.items.map { EventView(recorded: $0, isReplayed: nil) })
                writer.member("next_cursor", page.next?.cursor)
            }
        }
    }

    let reports: ReportService
    let accounts: AccountService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await Subject.path.uid(of: call, accounts)
        let cursor = try input.cursor(EventPosition.init(cursor:))
        return Output(
            page: try await serving { () throws(ServiceError) in
                try await reports.events(of: uid, after: cursor, limit: input.limit)
            })
    }
}
