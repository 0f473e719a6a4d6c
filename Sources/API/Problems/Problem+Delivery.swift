package import Delivery
package import HTTP
internal import JSON

extension ProblemType {
    static let delivery = [changesOff, changesGone]

    static let changesOff = ProblemType(
        409, "changes-off", "The feed is off.",
        meaning: "Only changes that a webhook or a stream needs are written, so the feed would have gaps.",
        remedy: "The operator sets `SHIPMATE_CHANGES=on`, or a webhook asks for all types.")

    static let changesGone = ProblemType(
        410, "changes-gone", "Changes behind the cursor are no longer kept.",
        meaning: "The reader was away for longer than changes are kept.",
        remedy: """
            Read a full copy by `GET /v1/admin/export`, and go on from the cursor that it gives; or continue \
            after `oldest_cursor`, and miss what is gone.
            """)
}

extension ChangeFeedError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .off: Problem(of: .changesOff)
        case .gone(let oldest):
            Problem(
                of: .changesGone, extensions: [JSONMember("oldest_cursor", .string(oldest.text))])
        }
    }
}
