import Foundation

/// A request; each operation uses some of the fields.
struct Request: Decodable, Sendable {
    let id: Int
    let op: String
    var click, link, clipboard, type, milestone, counter, channel, url, email, password: String?
    var level, by, events, bytes: Int?
    var offsetSeconds: Double?
    var until: [String: Int]?
    var all: [Recorded]?
}

/// An event of `record_all`.
struct Recorded: Decodable, Sendable {
    let type: String
    var milestone, counter: String?
    var level, by: Int?
}

enum Value: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
    case text(String), number(Int), flag(Bool), list([Value]), object([String: Value]), null

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(dictionaryLiteral elements: (String, Value)...) { self = .object(Dictionary(elements) { $1 }) }
    init(_ text: String?) { self = text.map(Value.text) ?? .null }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

extension JSONDecoder {
    static var snakeCase: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// Writes a line at once: `write` is one call of the system, so lines don't mix.
func say(_ value: Value) {
    guard var line = try? JSONEncoder().encode(value) else { return }
    line.append(UInt8(ascii: "\n"))
    try? FileHandle.standardOutput.write(contentsOf: line)
}
