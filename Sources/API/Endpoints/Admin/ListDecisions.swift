internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting

/// Why a user was paid or wasn't: what every rule says now, and what it said at each event, newest first.
struct ListDecisions: Endpoint {
    struct Output: JSONOutput {
        let standing: [Decision]
        let page: Page<RecordedEvent, EventPosition>

        static var schema: Schema {
            .object(
                "DecisionsPage", means: "Why a user was paid or was not.",
                [
                    "standing": .array(of: DecisionView.schema).means("What every rule says now."),
                    "decisions": .array(of: EventDecisionsView.schema).means(
                        "What every rule said at each event, newest first."),
                    "next_cursor": .nextCursor,
                ])
        }

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
        let user = try await serving { () throws(AccountError) in try await accounts.user(uid) }
        return Output(
            standing: try await serving { () throws(CallFailure) in
                try await reports.standing(of: user)
            },
            page: try await serving { () throws(CallFailure) in
                try await reports.events(of: uid, after: cursor, limit: input.limit)
            })
    }
}

extension ListDecisions {
    var operation: Operation {
        Operation("inspectDecisions", .administration, "Why a user was paid or wasn't")
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

private struct EventDecisionsView: JSONEncodable {
    let recorded: RecordedEvent

    static var schema: Schema {
        .object(
            "EventDecisions", means: "What every rule said at one event.",
            [
                "event": EventView.schema,
                "decisions": .array(of: DecisionView.schema).means("One for each rule."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("event", EventView(recorded: recorded, isReplayed: nil))
            writer.member("decisions", recorded.decisions.map(DecisionView.init))
        }
    }
}
