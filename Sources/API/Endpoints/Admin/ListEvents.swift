internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// A page of a user's events, newest first.
struct ListEvents: Endpoint {
    struct Output: JSONOutput, Formed {
        let page: Page<RecordedEvent, EventPosition>

        static let form = Form<Self>("EventsPage", means: "A page of a user's events.") {
            Member(
                "events", { view in view.page.items.map { EventView(recorded: $0, isReplayed: nil) } },
                "Newest first."
            )
            Member(nextCursor: \.page.next?.cursor)
        }
    }

    let reports: ReportService
    let accounts: AccountService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try await Subject.path.uid(of: call, accounts)
        let cursor = try input.cursor(EventPosition.init(cursor:))
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.events(of: uid, after: cursor, limit: input.limit)
            })
    }
}

extension ListEvents {
    var operation: Operation {
        Operation("inspectEvents", .administration, "List a user's events")
            .gives(
                "A page.",
                example: [
                    "events": [
                        [
                            "id": "6f1a2f0e-0d55-4b1c-9a43-0c8f6e2b7d10",
                            "type": "level_reached",
                            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                            "level": 6,
                            "occurred_at": .null,
                            "received_at": "2026-11-21T12:10:00.000Z",
                        ]
                    ],
                    "next_cursor": .null,
                ]
            )
            .refuses(.notFound)
    }
}
