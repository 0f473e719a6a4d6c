package import JSON
package import Links

extension LinkData {
    /// Levels of objects and arrays, the object itself among them; the reply that hands it back stays within
    /// what strict readers take.
    private static let depthMax = 16

    /// Any object of bounded size and depth. Its numbers are kept as 64-bit integers or doubles.
    package init(_ value: JSONValue) throws(FieldError) {
        guard case .object(let members) = value else {
            throw FieldError(.wrongType, "An object is needed.")
        }
        guard value.isShallow(depthMax: Self.depthMax) else {
            throw FieldError(.invalid, "Objects and arrays nest at most \(Self.depthMax) deep.")
        }
        let bytes = JSONWriter.bytes(of: value)
        guard bytes.count <= Self.bytesMax else {
            throw FieldError(.tooLong, "At most \(Self.bytesMax) bytes of JSON are allowed.")
        }
        guard !value.hasZero else {
            throw FieldError(.invalid, "The character U+0000 is not allowed.")
        }
        self.init(json: String(decoding: bytes, as: UTF8.self), directives: Self.directives(members))
    }

    private static func directives(_ members: [JSONMember]) -> [String: String] {
        // Only names in ASCII are looked up.
        var directives: [String: String] = [:]
        for member in members where member.name.utf8.first == UInt8(ascii: "$") {
            switch member.value {
            case .string(let text): directives[member.name] = text
            case .bool(let flag): directives[member.name] = flag ? "true" : "false"
            default: break
            }
        }
        return directives
    }
}

extension JSONValue {
    fileprivate func isShallow(depthMax: Int) -> Bool {
        switch self {
        case .array(let elements):
            depthMax > 0 && elements.allSatisfy { $0.isShallow(depthMax: depthMax - 1) }
        case .object(let members):
            depthMax > 0 && members.allSatisfy { $0.value.isShallow(depthMax: depthMax - 1) }
        default: true
        }
    }

    /// Whether a text of it has U+0000, which PostgreSQL's can't hold.
    fileprivate var hasZero: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.hasZero)
        case .object(let members): members.contains { $0.name.utf8.contains(0) || $0.value.hasZero }
        default: false
        }
    }
}
