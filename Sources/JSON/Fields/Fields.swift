internal import Basics

/// Takes a request's fields out of an object and collects every mistake, so that the caller hears all at
/// once.
///
/// Each extraction returns nil for a missing or wrong value. `finish` then throws the mistakes, unread
/// fields included, or returns the required values unwrapped:
///
///     var fields = try Fields(request.json())
///     let email = fields.value("email", EmailAddress.parse)
///     let level = fields.integer("level", in: 1...1_000_000)
///     let note = fields.optionalString("note", length: 1...200)
///     let (address, reached) = try fields.finish(email, level)
public struct Fields {
    /// Mistakes told at most: a reply should not grow with the nonsense it answers.
    static let errorsMax = 32

    /// Where the object is in its document, RFC 6901; empty for the whole.
    public let pointer: String
    public private(set) var errors: [FieldError] = []
    private let members: [JSONMember]
    private var isTaken: [Bool]

    /// An object within a document. Another kind of `value` is a mistake among its others, which `finish`
    /// throws.
    public init(element value: JSONValue, pointer: String) {
        self.pointer = pointer
        if case .object(let members) = value {
            self.members = members
        } else {
            self.members = []
            errors = [FieldError(pointer: pointer, .wrongType, "An object is needed.")]
        }
        isTaken = Array(repeating: false, count: members.count)
    }

    /// The mistakes so far, unread fields included.
    public var mistakes: [FieldError] {
        Array((errors + unknownFieldErrors()).prefix(Self.errorsMax))
    }

    /// Takes over the mistakes of an object within this one.
    public mutating func adopt(_ nested: Fields) {
        errors += nested.errors + nested.unknownFieldErrors()
    }

    /// Reads an object within this one, if it is there; its mistakes count among this one's.
    @inlinable
    public mutating func within<Value>(_ name: String, _ read: (inout Fields) -> Value) -> Value? {
        guard let value = take(name) else { return nil }
        var nested = Fields(element: value, pointer: pointer(to: name))
        let result = read(&nested)
        adopt(nested)
        return result
    }

    /// Notes a mistake that the caller found, such as two fields that exclude each other.
    public mutating func note(_ name: String, _ code: FieldError.Code, _ detail: String) {
        guard errors.count < Self.errorsMax else { return }
        errors.append(FieldError(pointer: pointer(to: name), code, detail))
    }

    /// Whether the field is there and not null; asking doesn't take it.
    public func has(_ name: String) -> Bool {
        members.contains { $0.name.isSpelled(as: name) && $0.value != .null }
    }

    /// Whether the field is there, be it null.
    public func isPresent(_ name: String) -> Bool {
        members.contains { $0.name.isSpelled(as: name) }
    }

    /// The value of a field, which now counts as known; nil when it is absent or null.
    @usableFromInline
    mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.name.isSpelled(as: name) }) else { return nil }
        isTaken[index] = true
        return members[index].value == .null ? nil : members[index].value
    }

    /// The value of a field that must be there.
    @usableFromInline
    mutating func takeRequired(_ name: String) -> JSONValue? {
        let value = take(name)
        if value == nil, errors.first?.pointer != pointer || errors.first?.code != .wrongType {
            note(name, .required, "This field is required.")
        }
        return value
    }

    @usableFromInline
    func pointer(to name: String) -> String {
        pointer + "/" + escaped(name)
    }

    private func unknownFieldErrors() -> [FieldError] {
        members.indices.filter { !isTaken[$0] }.prefix(Self.errorsMax).map { index in
            FieldError(pointer: pointer(to: members[index].name), .unknownField, "Unknown field.")
        }
    }
}

/// `~` and `/` as RFC 6901 writes them within a pointer.
private func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
        return name
    }
    var result = ""
    for character in name.unicodeScalars {
        switch character {
        case "~": result += "~0"
        case "/": result += "~1"
        default: result.unicodeScalars.append(character)
        }
    }
    return result
}
