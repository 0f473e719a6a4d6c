import Foundation

/// A JSON value. One type for all bodies keeps the library small: a synthesized Codable type takes 3 to 5 KB each.
enum JSON: Sendable {
    case null, flag(Bool), int(Int), real(Double), text(String), list([JSON]), object([String: JSON])

    init(_ data: Data) throws { self = try JSONDecoder().decode(JSON.self, from: data) }

    /// Members without a value are left out.
    init(members: KeyValuePairs<String, String?>) {
        var object: [String: JSON] = [:]
        for (name, value) in members { object[name] = value.map(JSON.text) }
        self = .object(object)
    }

    /// The same value gives the same bytes, so that they can be compared.
    var data: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// `.null` for a member that isn't there: replies grow, and old ones lack members.
    subscript(name: String) -> JSON {
        if case .object(let members) = self { return members[name] ?? .null }
        return .null
    }

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var int: Int? { if case .int(let value) = self { value } else { nil } }
    var flag: Bool { if case .flag(let value) = self { value } else { false } }
    var isNull: Bool { if case .null = self { true } else { false } }
    var list: [JSON] { if case .list(let values) = self { values } else { [] } }
    var real: Double? {
        switch self {
        case .int(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
    var amounts: [String: Int] {
        guard case .object(let members) = self else { return [:] }
        return members.compactMapValues(\.int)
    }

    /// The text that the API promises. Something else replied if it isn't there.
    func required(_ name: String) throws -> String {
        guard let text = self[name].text else { throw ShipmateError.offline }
        return text
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) { self = .text(text); return }
        if let int = try? value.decode(Int.self) { self = .int(int); return }
        if let members = try? value.decode([String: JSON].self) { self = .object(members); return }
        if let values = try? value.decode([JSON].self) { self = .list(values); return }
        if let flag = try? value.decode(Bool.self) { self = .flag(flag); return }
        if let real = try? value.decode(Double.self) { self = .real(real); return }
        self = .null
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
