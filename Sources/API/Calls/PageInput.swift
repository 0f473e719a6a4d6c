internal import Basics
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// `?limit=` and `?cursor=` of a list, and whatever else it is filtered by.
struct PageInput: FormedQuery {
    let limit: Int
    let cursor: String?

    static let form = RequestForm(
        query: Field("limit", .limit, or: 50, "Items on a page."),
        Field(
            optional: "cursor", .text(.cursor, lengths: 1...4096), "The `next_cursor` of the previous page.")
    ) { PageInput(limit: $0, cursor: $1) }

    /// The cursor as `parse` reads it; text that we never gave is a mistake.
    func cursor<Value>(_ parse: (String) -> Value?) throws(Problem) -> Value? {
        guard let cursor else { return nil }
        guard let value = parse(cursor) else {
            throw .field("/cursor", .invalid, "Invalid cursor. Use next_cursor from a previous page.")
        }
        return value
    }

    /// The same of a list whose rows are numbered from 1 on.
    func numberCursor() throws(Problem) -> Int64? {
        try cursor { text in Int64(digits: text).flatMap { $0 > 0 ? $0 : nil } }
    }
}

extension Schema {
    fileprivate static var cursor: Schema { .string.pattern("[0-9A-Za-z._~-]{1,4096}") }

}

extension Codec where Value == Int {
    fileprivate static var limit: Codec {
        Codec(
            .integer(1...200).defaulting(to: 50), text: \.description,
            parse: { (text) throws(FieldError) in
                guard let limit = Int(digits: text), (1...200).contains(limit) else {
                    throw FieldError(.outOfRange, "A limit is a number from 1 to 200.")
                }
                return limit
            })
    }
}

extension Field where Value == PageInput {
    static var page: Field { Field(PageInput.form) }
}

extension Member {
    /// Of a page.
    init(nextCursor get: @escaping @Sendable (Whole) -> String?) {
        self.init(
            "next_cursor", .text(.cursor), orNull: get,
            "The `cursor` of the next page; null at the end.", sample: .null)
    }
}

extension Fields {
    /// A query's items as fields of text, so that they are checked and refused as a body's are.
    init(_ query: Query) {
        var members: [JSONMember] = []
        var names: Set<Spelling> = []
        var repeated: [String] = []
        for item in query.items {
            if names.insert(Spelling(item.name)).inserted {
                members.append(JSONMember(item.name, .string(item.value)))
            } else {
                repeated.append(item.name)
            }
        }
        self.init(element: .object(members), pointer: "")
        for name in repeated { note(name, .invalid, "This may be given once.") }
    }
}
