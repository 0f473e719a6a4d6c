internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// Why a user was paid or wasn't: what every rule says now, and what it said at each event, newest first.
struct ListDecisions: Endpoint {
    struct Output: JSONOutput, Formed {
        let current: [Decision]
        let page: Page<RecordedEvent, EventPosition>

        static let form = Form<Self>("DecisionsPage", means: "The reasons for and against a user's rewards.")
        {
            Member("standing", { $0.current.map(DecisionView.init) }, "The current decision of every rule.")
            Member(
                "decisions", { $0.page.items.map(EventDecisionsView.init) },
                "What every rule said at each event, newest first."
            )
            Member(nextCursor: \.page.next?.cursor)
        }
    }

    let reports: ReportService
    let accounts: AccountService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let cursor = try input.cursor(EventPosition.init(cursor:))
        let user = try await mappingErrors { () throws(AccountError) in try await accounts.user(uid) }
        return Output(
            current: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.currentDecisions(of: user)
            },
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.events(of: uid, after: cursor, limit: input.limit)
            })
    }
}

extension ListDecisions {
    var operation: Operation {
        Operation("inspectDecisions", .administration, "List the decisions on a user")
            .gives(
                "A page.",
                example: [
                    "standing": [
                        DecisionView.example, ["rule": "level-5", "outcome": "paid", "reason": "deserved"],
                    ],
                    "decisions": [
                        [
                            "event": [
                                "id": "6f1a2f0e-0d55-4b1c-9a43-0c8f6e2b7d10",
                                "type": "level_reached",
                                "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                                "level": 6,
                                "occurred_at": .null,
                                "received_at": "2026-11-21T12:10:00.000Z",
                            ],
                            "decisions": [
                                DecisionView.example,
                                ["rule": "level-5", "outcome": "paid", "reason": "deserved"],
                            ],
                        ]
                    ],
                    "next_cursor": .null,
                ]
            )
            .refuses(.notFound)
    }
}

private struct EventDecisionsView: Formed {
    let recorded: RecordedEvent

    static let form = Form<Self>("EventDecisions", means: "What every rule said at one event.") {
        Member("event", { EventView(recorded: $0.recorded, isReplayed: nil) })
        Member("decisions", { $0.recorded.decisions.map(DecisionView.init) }, "One for each rule.")
    }
}
