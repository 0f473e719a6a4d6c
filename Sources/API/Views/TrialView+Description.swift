internal import HTTP

extension TrialView {
    static var schema: Schema {
        .object(
            "Trial", means: "A rule that is tried on what was recorded, or that pays what it owes.",
            example: example,
            [
                "id": .uuid.means("Names it."),
                "kind": .openChoice("trial", "backfill").means("A backfill pays."),
                "rule": .ruleName,
                "state": .openChoice("waiting", "running", "done", "failed").means(
                    "One waits until a process comes to it: a second, mostly."),
                "reason": .openChoice("interrupted", "rule_not_active", "internal_error").orNull.means(
                    "Why it failed. `interrupted`: its process ended under it; ask again."),
                "progress": .number.means("From 0 to 1."),
                "from": .time.orNull.means("Which facts it replays."),
                "until": .time.orNull.means("And before this."),
                "created_at": .time.means("When it was asked for."),
                "created_by": .string(upTo: 1_024).means("By which key."),
                "ended_at": .time.orNull.means("When it was done, or failed."),
                "result": result.orNull.means("Once it is done."),
            ])
    }

    private static var result: Schema {
        .object(
            "TrialResult", means: "What a rule would have given; of a backfill, what it gave.",
            [
                "rewards": .count.means("All that are given, at once or after a hold."),
                "beneficiaries": .count.orNull.means(
                    "To how many players; null where a crash of the database took the count."),
                "by_day": .array(
                    of: sum("TrialDay", "What a day came to.", ["day": .day.means("In UTC.")])
                ).means("Each day that has any, in order."),
                "largest": .array(
                    of: sum("TrialBeneficiary", "What somebody gets.", ["uid": .uuid.means("Who.")])
                ).means("The twenty who get most, in a currency."),
                "held": .array(of: sum("TrialHeld", "What would wait.", ["code": code])).means(
                    "What would wait for an administrator; `rewards` has it too."),
                "denied": .array(
                    of: .object(
                        "TrialDenied", means: "What is not given, for good.",
                        ["code": code, "currency": .currency, "rewards": .count.means("How many.")])
                ).means("By why."),
                "difference": .array(
                    of: .object(
                        "TrialDifference", means: "Beside what the rule of the name has given.",
                        [
                            "currency": .currency,
                            "trial": sums.means("By the trial."),
                            "active": sums.means("By the rule of the name, in the same time."),
                            "both": .count.means("Rewards of both, each for the same player to the same."),
                        ])
                ).means("None of a backfill but what it gave."),
            ])
    }

    private static var code: Schema { .string(upTo: 64).means("Why, in snake_case.") }

    private static var sums: Schema {
        .object(
            "TrialSums", means: "How many, and how much.",
            ["rewards": .count.means("How many."), "amount": .count.means("How much.")])
    }

    private static func sum(
        _ name: String, _ meaning: String, _ first: KeyValuePairs<String, Schema>
    ) -> Schema {
        .object(
            name, means: meaning, first,
            and: [
                "currency": .currency, "rewards": .count.means("How many."),
                "amount": .count.means("How much."),
            ])
    }

    static var example: JSONValue {
        [
            "id": "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d", "kind": "trial", "rule": "level-5", "state": "done",
            "reason": .null, "progress": .number(1), "from": "2026-11-01T00:00:00.000Z", "until": .null,
            "created_at": "2026-11-22T12:00:00.000Z", "created_by": "key console",
            "ended_at": "2026-11-22T12:00:12.000Z",
            "result": [
                "rewards": 2, "beneficiaries": 1,
                "by_day": [
                    ["day": "2026-11-21", "currency": "pieces_of_eight", "rewards": 2, "amount": 160]
                ],
                "largest": [
                    [
                        "uid": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7", "currency": "pieces_of_eight",
                        "rewards": 2, "amount": 160,
                    ]
                ],
                "held": [
                    [
                        "code": "default_match", "currency": "pieces_of_eight", "rewards": 1, "amount": 80,
                    ]
                ],
                "denied": [["code": "weak_match", "currency": "pieces_of_eight", "rewards": 4]],
                "difference": [
                    [
                        "currency": "pieces_of_eight", "trial": ["rewards": 2, "amount": 160],
                        "active": ["rewards": 3, "amount": 150], "both": 2,
                    ]
                ],
            ],
        ]
    }
}
