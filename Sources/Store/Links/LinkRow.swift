internal import Links
internal import Postgres

/// How a link lies in its row: what a long link can say as one, the rest in columns of their own.
enum LinkRow {
    static let columns = """
        l.code, l.long_link, l.data, l.directives, l.channel, l.feature, l.campaign, l.tags, l.one_time, l.expires_at, \
        l.uid, l.claimed_at, l.created_at, l.switched_off_at, \
        coalesce(l.legacy, '{}')
        """
}

extension RowReader {
    mutating func readLink() throws(PostgresError) -> Link {
        let code = try readValue(LinkCode.init)
        var spec = try readLongLink()
        spec.data = LinkData(json: try read(), directives: Self.pairs(try read()))
        spec.channel = try read()
        spec.feature = try read()
        spec.campaign = try read()
        spec.tags = try read()
        spec.isOneTime = try read()
        spec.expiresAt = try readOptionalTimestamp()
        let owner = try readOptionalUserID()
        let (claimedAt, createdAt) = (try readOptionalTimestamp(), try readTimestamp())
        let switchedOffAt = try readOptionalTimestamp()
        spec.legacy = Self.pairs(try read())
        return Link(
            code: code, spec: spec, owner: owner, claimedAt: claimedAt, createdAt: createdAt,
            switchedOffAt: switchedOffAt)
    }

    private mutating func readLongLink() throws(PostgresError) -> LinkSpec {
        let text: String = try read()
        do throws(LinkRefusal) {
            return try LongLink.parse(text).spec
        } catch {
            throw .decoding("no long link: \(error)")
        }
    }

    private static func pairs(_ texts: [String]) -> [String: String] {
        var pairs: [String: String] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) { pairs[texts[index]] = texts[index + 1] }
        return pairs
    }
}

extension [String: String] {
    /// As they are stored: key, value, key, value, …, keys rising.
    var pairTexts: [String] {
        sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
}

/// Arrays of different lengths, which `unnest` takes only as text that is cast to `text[]` afterwards.
///
/// Source: PostgreSQL documentation, 8.15.2 "Array Value Input".
struct ArrayTexts: Bindable {
    private let texts: [String]

    init(_ arrays: [[String]]) {
        texts = arrays.map { "{" + $0.map(Self.quoted).joined(separator: ",") + "}" }
    }

    func bind(to parameters: inout Parameters) {
        parameters.add(texts)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}
