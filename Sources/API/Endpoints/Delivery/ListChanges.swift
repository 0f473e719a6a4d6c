internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// The feed of changes, in order, for a reader that keeps its own cursor.
struct ListChanges: Endpoint {
    struct Input: FormedQuery {
        let after: ChangeCursor?
        let types: [ChangeType]
        let subject: UserID?
        let limit: Int
        let waitSeconds: Int

        static let form = RequestForm(
            query: Field(
                optional: "after", .changeCursor,
                "The `next_cursor` of the previous page. Default: the oldest change kept."),
            Field(
                "types", .changeTypes, or: [],
                "Only these types, separated by commas. Default: all."),
            Field(optional: "subject", .uid, "Only changes of this user."),
            Field("limit", .number(1...1_000, or: 1_000), or: 1_000, "Changes on a page."),
            Field("wait", .number(0...25, or: 0), or: 0, "Seconds to wait for a change if there is none.")
        ) { Input(after: $0, types: $1, subject: $2, limit: $3, waitSeconds: $4) }
    }

    struct Output: JSONOutput, Formed {
        let page: ChangePage

        static let form = Form<Self>("ChangesPage", means: "Changes, in order.") {
            Member(
                "changes", { $0.page.rows.map(ChangeView.init) }, "Oldest first.",
                sample: [ChangeView.example(of: .balanceChanged)])
            Member(
                "next_cursor", .string(upTo: 64), \.page.next.text,
                "The `after` of the next call, also at the end.", sample: "1042.20778")
        }
    }

    let feed: ChangeFeed

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let types = input.types.isEmpty ? nil : input.types.map(\.rawValue)
        return Output(
            page: try await mappingErrors { () throws(ChangeFeedError) in
                try await feed.page(
                    after: input.after, types: types, of: input.subject, limit: input.limit,
                    waitingMilliseconds: input.waitSeconds * 1_000)
            })
    }
}

extension ListChanges {
    var operation: Operation {
        Operation(
            "listChanges", .delivery, "Read the feed of changes",
            """
            Changes of all users, in the order in which they were committed. Store `next_cursor` with what \
            you made of the changes, and pass it as `after`: no change is missed or read twice.
            """
        )
        .gives("Changes; none if there is nothing new.")
        .refuses("Not all types of changes are written.", ChangeFeedError.off.problem)
        .refuses(
            "Changes behind the cursor are no longer kept.",
            ChangeFeedError.gone(oldest: ChangeCursor(position: 1_042, day: 20_778)).problem)
    }
}

extension ChangeCursor {
    /// Text that needs no escape in a URL.
    var text: String { "\(position).\(day)" }

    private static let positionDigitsMax = 18
    private static let dayDigitsMax = 6

    static var pattern: String { "[0-9]{1,\(positionDigitsMax)}\\.[0-9]{1,\(dayDigitsMax)}" }

    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= Self.positionDigitsMax,
            let position = Int64(digits: parts[0]), parts[1].utf8.count <= Self.dayDigitsMax,
            let day = Int32(digits: parts[1])
        else { return nil }
        self.init(position: position, day: day)
    }
}

extension Codec where Value == ChangeCursor {
    static var changeCursor: Codec {
        Codec(
            .string.pattern(ChangeCursor.pattern), text: \.text,
            parse: { (text) throws(FieldError) in
                guard let cursor = ChangeCursor(text: text) else {
                    throw FieldError(.invalid, "Invalid cursor. Use next_cursor from a previous page.")
                }
                return cursor
            })
    }
}

extension Codec where Value == [ChangeType] {
    /// Separated by commas.
    static var changeTypes: Codec {
        let countMax = ChangeType.allCases.count
        return Codec(
            .array(of: .changeName, count: 1...countMax).example(["reward.paid", "balance.changed"]),
            text: { $0.map(\.rawValue).joined(separator: ",") },
            parse: { (text) throws(FieldError) in
                let names = text.split(separator: ",", omittingEmptySubsequences: false)
                guard names.count <= countMax else {
                    throw FieldError(.tooLong, "At most \(countMax) types may be given.")
                }
                return try names.map { (name) throws(FieldError) in
                    guard let type = ChangeType(rawValue: String(name)) else {
                        throw FieldError(.invalid, "There is no type of changes named \(name.prefix(64)).")
                    }
                    return type
                }
            })
    }
}

extension Codec where Value == Int {
    static func number(_ range: ClosedRange<Int>, or usual: Int) -> Codec {
        Codec(
            .integer(Int64(range.lowerBound)...Int64(range.upperBound)).defaulting(
                to: .integer(Int64(usual))),
            text: \.description,
            parse: { (text) throws(FieldError) in
                guard let number = Int(digits: text), range.contains(number) else {
                    throw FieldError(
                        .outOfRange, "Must be a number from \(range.lowerBound) to \(range.upperBound).")
                }
                return number
            })
    }
}
