internal import EventLoops
internal import Forms
internal import HTTP
internal import JSON
internal import Store
internal import Values

/// `POST …/test/clock`: sets the clock forward, and replies once everything that became due is done.
struct MoveClock {
    let app: TestApp

    func respond(to request: Request, on loop: isolated EventLoop) async throws -> Response {
        let driver = try app.clone.awake().driver
        var fields = try request.fields()
        let span = fields.optionalValue("advance") { text throws(FieldError) in
            guard let span = TimeSpan(text) else { throw FieldError(.invalid, TimeSpan.form) }
            return span
        }
        let time = fields.optionalValue("at", FieldValues.time)
        let isFrozen = fields.optionalBool("frozen")
        try fields.finish()
        guard span == nil || time == nil, span != nil || time != nil || isFrozen != nil else {
            throw Problem.validation([
                FieldError(pointer: "", .invalid, "Either advance or at is needed, or frozen.")
            ])
        }
        let now = driver.clock.now
        let target = time ?? span.map { now.adding(microseconds: $0.microseconds) } ?? now
        let end = now.adding(microseconds: TimeSpan.microsecondsMax)
        guard target >= now, target <= end else {
            throw Problem.validation([
                FieldError(
                    pointer: time == nil ? "/advance" : "/at", .outOfRange,
                    "The clock moves forward only, by at most 36500 days. It is \(RFC3339.format(now)).")
            ])
        }
        let advance = try await driver.advance(
            to: target, isFrozen: isFrozen ?? driver.clock.isFrozen, on: loop)
        return .json(ClockView(driver.clock, after: advance))
    }
}

/// A clock, and what was done as it was set.
struct ClockView: JSONEncodable {
    let now: Timestamp
    let isFrozen: Bool
    let advance: RoundDriver.Advance?

    init(_ clock: AppClock, after advance: RoundDriver.Advance? = nil) {
        now = clock.now
        isFrozen = clock.isFrozen
        self.advance = advance
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("now", now)
            writer.member("frozen", isFrozen)
            guard let advance else { return }
            for kind in DueWork.allCases {
                writer.member(dynamic: kind.rawValue, Int64(advance.done[kind] ?? 0))
            }
            writer.member("days", Int64(advance.days))
        }
    }
}
