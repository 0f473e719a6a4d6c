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
        var names: Set<String> = []
        var repeated: [String] = []
        for item in query.items {
            if names.insert(item.name).inserted {
                members.append(JSONMember(item.name, .string(item.value)))
            } else {
                repeated.append(item.name)
            }
        }
        self.init(element: .object(members), pointer: "")
        for name in repeated { note(name, .invalid, "This may be given once.") }
    }
}

// Cursors: where a list goes on, in text that needs no escape in a URL.

extension UserID {
    init?(cursor: String) {
        guard let uuid = UUID(text: cursor) else { return nil }
        self.init(uuid)
    }

    var cursor: String { description }
}

extension EventPosition {
    init?(cursor: String) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]),
            (0...EventPosition.microsecondsMax).contains(time), let id = UUID(text: parts[1])
        else {
            return nil
        }
        self.init(receivedAt: Timestamp(microsecondsSince1970: time), id: id)
    }

    /// The year 9999.
    private static let microsecondsMax: Int64 = 253_402_300_800_000_000

    var cursor: String {
        "\(receivedAt.microsecondsSince1970).\(id.lowercaseText)"
    }
}

extension LedgerCursor {
    init?(cursor: String) {
        var sequences: [Currency: Int64] = [:]
        var merged: [UserID: [Currency: Int64]] = [:]
        for part in cursor.split(separator: "~", omittingEmptySubsequences: false) {
            var words = part.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
            let player = words.count == 3 ? UserID(cursor: words.removeFirst()) : nil
            guard words.count == 2, let currency = words.first.flatMap({ Currency($0) }),
                let sequence = words.last.flatMap({ Int64($0) })
            else { return nil }
            if let player {
                merged[player, default: [:]][currency] = sequence
            } else {
                sequences[currency] = sequence
            }
        }
        self.init(sequences: sequences, merged: merged)
    }

    var cursor: String {
        let players = merged.sorted { $0.key < $1.key }.flatMap { player, sequences in
            Self.texts(sequences).map { "\(player).\($0)" }
        }
        return (Self.texts(sequences) + players).joined(separator: "~")
    }

    private static func texts(_ sequences: [Currency: Int64]) -> [String] {
        sequences.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }
    }
}

extension RewardPosition {
    init?(cursor: String) {
        let parts = cursor.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, !parts[1].isEmpty, let subject = UserID(cursor: String(parts[0])) else {
            return nil
        }
        // One that a version before gave ends without a currency: behind all of the rule's.
        let currency = parts.count == 3 ? Currency(String(parts[2])) : nil
        guard parts.count == 2 || currency != nil else { return nil }
        self.init(subject: subject, rule: RuleName(kept: String(parts[1])), currency: currency)
    }

    var cursor: String {
        currency.map { "\(subject).\(rule).\($0)" } ?? "\(subject).\(rule)"
    }
}
