internal import Basics

/// A strict reader of JSON, RFC 8259: UTF-8 only, each key once, bounded depth, nothing before or after.
///
/// Two readers of one document may interpret invalid parts differently.
public struct JSONParser {
    static let depthMax = 32
    /// Objects up to this many members are searched for duplicate keys one by one; larger ones through a set.
    private static let membersComparedMax = 16

    let bytes: [UInt8]
    var index = 0
    private var depth = 0

    /// Reads a whole document.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        return try parser.document()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        guard index < bytes.count else { throw failure("The body is empty.") }
        let value = try self.value()
        skipSpace()
        guard index == bytes.count else { throw failure("Something follows the document.") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard index < bytes.count else { throw failure("The document ends too early.") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw failure("A value was expected.")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.depthMax else { throw failure("The document is nested deeper than 32.") }
        depth += 1
        defer { depth -= 1 }
        index += 1
        skipSpace()
        return try body(&self)
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [JSONMember] = []
        var names: Set<Spelling> = []
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw failure("A key was expected.")
            }
            let start = index
            let name = try string()
            guard isNew(name, among: members, &names) else {
                throw JSONError(offset: start, reason: "A key comes twice.")
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("A colon was expected.") }
            skipSpace()
            members.append(JSONMember(name, try value()))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw failure("A comma or closing brace was expected.") }
        return .object(members)
    }

    /// By code points: RFC 8259, section 8.3.
    private func isNew(_ name: String, among members: [JSONMember], _ names: inout Set<Spelling>) -> Bool {
        if members.count < Self.membersComparedMax {
            return !members.contains { $0.name.isSpelled(as: name) }
        }
        if names.isEmpty { names = Set(members.map { Spelling($0.name) }) }
        return names.insert(Spelling(name)).inserted
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array([]) }
        repeat {
            skipSpace()
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw failure("A comma or closing bracket was expected.") }
        return .array(elements)
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = index + text.utf8CodeUnitCount
        guard end <= bytes.count, bytes.span.spells(text, in: index..<end) else {
            throw failure("A value was expected.")
        }
        index = end
        return value
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case .space, .tab, .lineFeed, .carriageReturn: index += 1
            default: return
            }
        }
    }

    func failure(_ reason: String) -> JSONError {
        JSONError(offset: index, reason: reason)
    }
}
