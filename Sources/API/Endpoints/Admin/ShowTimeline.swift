internal import Basics
internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting

/// A number a day.
struct ShowTimeline: Endpoint {
    struct Input: QueryInput {
        let measure: TimelineMeasure
        let from: CivilDate?
        let until: CivilDate?

        static var parameters: [Parameter] {
            [
                .query(
                    "measure",
                    .choice(
                        "users", "sign_ups", "referrals", "granted", "redeemed", "outstanding", "rewards"),
                    "Which number.", isRequired: true),
                .query("from", .day, "The first day, UTC; 30 days before `until` unless told."),
                .query("until", .day, "The first day that is beyond; tomorrow unless told."),
            ]
        }

        init(_ fields: inout Fields) throws(Problem) {
            let measure = fields.optionalValue("measure", FieldValues.timelineMeasure)
            from = fields.optionalValue("from", FieldValues.day)
            until = fields.optionalValue("until", FieldValues.day)
            try fields.finish()
            guard let measure else { throw .field("/measure", .required, "This field is needed.") }
            self.measure = measure
        }
    }

    struct Output: JSONOutput {
        let measure: TimelineMeasure
        let days: Range<Int32>
        let points: [TimelinePoint]

        static var schema: Schema {
            .object(
                "Timeline", means: "A number a day.", example: example,
                [
                    "measure": .string(upTo: 64).means("Which number."),
                    "from": .day.means("The first day."),
                    "until": .day.means("The first day that is beyond."),
                    "days": .array(of: TimelinePointView.schema).means(
                        """
                        Each day's number; where there are several, of each currency, or of each rule and status, that \
                        has one.
                        """),
                ])
        }

        static var example: JSONValue {
            [
                "measure": "granted", "from": "2026-11-20", "until": "2026-11-22",
                "days": [
                    ["day": "2026-11-20", "currency": "pieces_of_eight", "value": 1_500],
                    ["day": "2026-11-21", "currency": "pieces_of_eight", "value": 1_750],
                ],
            ]
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("measure", measure.rawValue)
                writer.member("from", CivilDate(days: Int64(days.lowerBound)).description)
                writer.member("until", CivilDate(days: Int64(days.upperBound)).description)
                writer.member("days", points.map(TimelinePointView.init))
            }
        }
    }

    let timeline: TimelineService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let until = input.until.map { Int32(clamping: $0.days) } ?? timeline.today + 1
        let from = input.from.map { Int32(clamping: $0.days) } ?? until - 30
        guard from < until, Int(until) - Int(from) <= TimelineService.daysMax else {
            throw .field(
                "/until", .outOfRange, "There must be 1 to \(TimelineService.daysMax) days from `from` on.")
        }
        return Output(
            measure: input.measure, days: from..<until,
            points: try await serving { () throws(CallFailure) in
                try await timeline.points(of: input.measure, in: from..<until)
            })
    }
}

extension ShowTimeline {
    var operation: Operation {
        Operation(
            "showTimeline", .administration, "A number a day",
            """
            `users`, `sign_ups` and `referrals` count players by the day (UTC) on which they came, signed up, or a \
            referrer was recorded; `granted` and `redeemed` are what moved, and `outstanding` what players had at the \
            day's end, by currency; `rewards` counts what rules gave that day, by rule and by what became of it since.
            """
        )
        .gives("Each day's number.")
    }
}

private struct TimelinePointView: JSONEncodable {
    let point: TimelinePoint

    static var schema: Schema {
        .object(
            "TimelinePoint", means: "A day's number.",
            [
                "day": .day.means("The day, UTC."),
                "currency": .currency.optional,
                "rule": .string(upTo: 64).means("Whose rewards; of `rewards` alone.").optional,
                "status": .openChoice("paid", "held", "void", "reversed").means(
                    "What became of them; of `rewards` alone."
                ).optional,
                "value": .amount.means("The number."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("day", CivilDate(days: Int64(point.day)).description)
            if let currency = point.currency { writer.member("currency", currency.description) }
            if let rule = point.rule { writer.member("rule", rule.description) }
            if let status = point.status { writer.member("status", status.rawValue) }
            writer.member("value", point.value)
        }
    }
}

extension FieldValues {
    static func timelineMeasure(_ text: String) throws(FieldError) -> TimelineMeasure {
        try require(
            TimelineMeasure(rawValue: text),
            "This is one of users, sign_ups, referrals, granted, redeemed, outstanding and rewards.")
    }

    static func day(_ text: String) throws(FieldError) -> CivilDate {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isShaped =
            parts.map(\.utf8.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy(\.isDigit)
        let numbers = isShaped ? parts.compactMap { Int64($0) } : []
        let date = numbers.count == 3 ? CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
        return try require(
            date.flatMap { $0.isReal ? $0 : nil }, "A day is needed, such as 2026-11-22.")
    }
}
