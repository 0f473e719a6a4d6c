internal import HTTP
internal import JSON

/// `POST …/test/faults`: has the next calls that match fail.
struct SetFault {
    private static let timesMax: Int64 = 1_000_000

    let app: TestApp

    func respond(to request: Request) async throws -> Response {
        var fields = try request.fields()
        let match = fields.string("match", length: 3...2_048)
        let word = fields.optionalString("do", length: 1...20)
        let status = fields.optionalInteger("status", in: 400...599)
        let delay = fields.optionalValue("delay") { text throws(FieldError) in
            guard let span = TimeSpan(text), span.milliseconds <= 60_000 else {
                throw FieldError(.invalid, "A span of time is needed, such as 2s; 60s at most.")
            }
            return span
        }
        let times = fields.optionalInteger("times", in: 1...Self.timesMax)
        let kinds: [Fault.Kind?] = [
            word == "lose_reply" ? .loseReply : nil, word == "cut" ? .cut : nil,
            status.map { .status(Int($0)) }, delay.map { .delay($0) },
        ]
        let found = kinds.compactMap(\.self)
        if fields.mistakes.isEmpty, found.count != 1 {
            fields.note("do", .invalid, "One of lose_reply, cut, a status and a delay is needed.")
        }
        if let match, Fault(match, .cut, times: 1) == nil { fields.note("match", .invalid, Fault.form) }
        try fields.finish()
        guard let match, let fault = Fault(match, found[0], times: Int(times ?? 1)) else {
            throw Problem.internalError
        }
        guard app.faults.add(fault) else {
            throw Problem(of: .unavailable, detail: "There are 1000 faults. Delete them.")
        }
        return Response(status: 204)
    }
}
