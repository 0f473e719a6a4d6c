internal import Basics

/// A JSON document as it came, the order of its members kept. Its texts are compared by code points.
public enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.isSpelled(as: name) }?.value
    }
}

public struct JSONMember: Sendable {
    public let name: String
    public let value: JSONValue

    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue: Equatable {
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSpelled(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSONMember: Equatable {
    public static func == (left: JSONMember, right: JSONMember) -> Bool {
        left.name.isSpelled(as: right.name) && left.value == right.value
    }
}

extension JSONValue: JSONEncodable {
    public func encode(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let elements): writer.array(elements)
        case .object(let members):
            writer.object { writer in
                for member in members { writer.member(dynamic: member.name, member.value) }
            }
        }
    }
}
