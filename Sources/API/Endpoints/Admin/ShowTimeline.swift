internal import Basics
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// A number a day.
struct ShowTimeline: Endpoint {
    struct Input: FormedQuery {
        let measure: TimelineMeasure
        let from: CivilDate?
        let until: CivilDate?

        static let form = RequestForm(
            query: Field(
                "measure",
                Codec<TimelineMeasure>.choice(
                    "users", "sign_ups", "referrals", "granted", "redeemed", "outstanding", "rewards"),
                "The number to show."),
            Field(
                optional: "from", .day,
                "The first day, in the programme's time zone. Default: 30 days before `until`."),
            Field(optional: "until", .day, "The day after the last one. Default: tomorrow.")
        ) { Input(measure: $0, from: $1, until: $2) }
    }

    struct Output: JSONOutput, Formed {
        let measure: TimelineMeasure
        let days: Range<Int32>
        let points: [TimelinePoint]

        static let form = Form<Self>("Timeline", means: "A number for each day.") {
            Member("measure", .string(upTo: 64), \.measure.rawValue, "The number to show.", sample: "granted")
            Member(
                "from", .text(.day), { CivilDate(days: Int64($0.days.lowerBound)).description },
                "The first day.", sample: "2026-11-20")
            Member(
                "until", .text(.day), { CivilDate(days: Int64($0.days.upperBound)).description },
                "The day after the last one.", sample: "2026-11-22")
            Member(
                "days", { $0.points.map(TimelinePointView.init) },
                "Each day's number; for several currencies, or rules and statuses, one for each.",
                sample: [
                    ["day": "2026-11-20", "currency": "pieces_of_eight", "value": 1_500],
                    ["day": "2026-11-21", "currency": "pieces_of_eight", "value": 1_750],
                ])
        }
    }

    let timeline: TimelineService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let until = input.until.map { Int32(clamping: $0.days) } ?? timeline.today + 1
        let from = input.from.map { Int32(clamping: $0.days) } ?? until - 30
        guard from < until, Int(until) - Int(from) <= TimelineService.daysMax else {
            throw .field(
                "/until", .outOfRange,
                "The range must have 1 to \(TimelineService.daysMax) days from `from` on.")
        }
        return Output(
            measure: input.measure, days: from..<until,
            points: try await mappingErrors { () throws(InfrastructureError) in
                try await timeline.points(of: input.measure, in: from..<until)
            })
    }
}

extension ShowTimeline {
    var operation: Operation {
        Operation(
            "showTimeline", .administration, "Show a metric by day",
            """
            `users`, `sign_ups` and `referrals` count players by the day of their first start, sign-up \
            or recorded referrer. `granted` and `redeemed` are the amounts moved on the day, and \
            `outstanding` the balances at its end, by currency. `rewards` counts the day's rewards by rule \
            and by their current status.
            """
        )
        .gives("Each day's number.")
    }
}

private struct TimelinePointView: Formed {
    let point: TimelinePoint

    static let form = Form<Self>("TimelinePoint", means: "A day's number.") {
        Member(
            "day", .text(.day), { CivilDate(days: Int64($0.point.day)).description },
            "The day, in the programme's time zone.")
        Member("currency", .currency, ifAny: \.point.currency)
        Member(
            "rule", .string(upTo: 64), ifAny: \.point.rule?.description, "The rule; only for `rewards`.")
        Member(
            "status", .openChoice("paid", "held", "void", "reversed"), ifAny: \.point.status,
            "The status; only for `rewards`.")
        Member("value", .amount, \.point.value, "The number.")
    }
}
