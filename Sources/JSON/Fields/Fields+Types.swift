internal import Basics

/// The kinds of fields. A length counts Unicode scalars, which no version of Unicode counts otherwise.
extension Fields {
    public mutating func string(_ name: String, length: ClosedRange<Int> = 0...65_536) -> String? {
        takeRequired(name).flatMap { asString(name, $0, length) }
    }

    public mutating func optionalString(
        _ name: String, length: ClosedRange<Int> = 0...65_536
    ) -> String? {
        take(name).flatMap { asString(name, $0, length) }
    }

    public mutating func integer(
        _ name: String, in range: ClosedRange<Int64> = .min ... .max
    ) -> Int64? {
        takeRequired(name).flatMap { asInteger(name, $0, range) }
    }

    public mutating func optionalInteger(
        _ name: String, in range: ClosedRange<Int64> = .min ... .max
    ) -> Int64? {
        take(name).flatMap { asInteger(name, $0, range) }
    }

    public mutating func number(_ name: String) -> Double? {
        switch takeRequired(name) {
        case .number(let number): number
        case .integer(let number): Double(number)
        case nil: nil
        default: wrongType(name, "A number is needed.")
        }
    }

    public mutating func bool(_ name: String) -> Bool? {
        takeRequired(name).flatMap { asBool(name, $0) }
    }

    public mutating func optionalBool(_ name: String) -> Bool? {
        take(name).flatMap { asBool(name, $0) }
    }

    /// Text with a form of its own; the pointer of the error that `parse` throws is filled in here.
    @inlinable
    public mutating func value<Value>(
        _ name: String, _ parse: (String) throws(FieldError) -> Value
    ) -> Value? {
        string(name).flatMap { parsed(name, $0, parse) }
    }

    @inlinable
    public mutating func optionalValue<Value>(
        _ name: String, _ parse: (String) throws(FieldError) -> Value
    ) -> Value? {
        optionalString(name).flatMap { parsed(name, $0, parse) }
    }

    /// Whether the field is absent or null, and so needs no reading.
    public mutating func takesNull(_ name: String) -> Bool {
        if has(name) { return false }
        _ = take(name)
        return true
    }

    /// The value as it came, for what no kind above fits.
    public mutating func optionalJSON(_ name: String) -> JSONValue? { take(name) }

    /// The elements of an array, each with its own mistakes, under its own pointer: `finish` each of them. An
    /// element that is no object says so when it is finished, so that one bad element of a batch fails alone.
    public mutating func objects(_ name: String, count: ClosedRange<Int>) -> [Fields]? {
        guard let value = takeRequired(name) else { return nil }
        guard case .array(let elements) = value else { return wrongType(name, "An array is needed.") }
        guard elements.count >= count.lowerBound else {
            note(name, .tooShort, "At least \(count.lowerBound) must be given.")
            return nil
        }
        guard elements.count <= count.upperBound else {
            note(name, .tooLong, "At most \(count.upperBound) may be given.")
            return nil
        }
        let base = pointer(to: name) + "/"
        return elements.enumerated().map { Fields(element: $1, pointer: base + String($0)) }
    }

    /// An array of texts; each mistake is reported under its own pointer.
    public mutating func optionalStrings(
        _ name: String, count: ClosedRange<Int>, length: ClosedRange<Int>
    ) -> [String]? {
        guard !takesNull(name) else { return nil }
        return array(name, count: count) { $1.string($0, length: length) }
    }

    /// An object within this one, which must be there; its mistakes count among this one's.
    @inlinable
    public mutating func object<Value>(_ name: String, _ read: (inout Fields) -> Value?) -> Value? {
        guard let value = takeRequired(name) else { return nil }
        var nested = Fields(element: value, pointer: pointer(to: name))
        let result = read(&nested)
        adopt(nested)
        return result
    }

    /// The elements of an array, each read by its index; nil if any is wrong, which is reported under its
    /// pointer.
    @inlinable
    public mutating func array<Element>(
        _ name: String, count: ClosedRange<Int>, _ read: (String, inout Fields) -> Element?
    ) -> [Element]? {
        guard let value = takeRequired(name) else { return nil }
        guard case .array(let elements) = value else { return wrongType(name, "An array is needed.") }
        guard count.contains(elements.count) else {
            note(
                name, elements.count < count.lowerBound ? .tooShort : .tooLong,
                "There must be \(count.lowerBound) to \(count.upperBound).")
            return nil
        }
        var list = Fields(
            element: .object(elements.enumerated().map { JSONMember(String($0), $1) }),
            pointer: pointer(to: name))
        let values = elements.indices.compactMap { read(String($0), &list) }
        adopt(list)
        return values.count == elements.count ? values : nil
    }

    private mutating func asString(_ name: String, _ value: JSONValue, _ length: ClosedRange<Int>) -> String?
    {
        guard case .string(let text) = value else { return wrongType(name, "A string is needed.") }
        // JSON can write U+0000, PostgreSQL's text can't hold it.
        guard !text.hasByte(0) else {
            note(name, .invalid, "The character U+0000 is not allowed.")
            return nil
        }
        let count = text.utf8.count
        // Up to four bytes make a scalar: mostly their number decides.
        if count <= length.upperBound, (count + 3) / 4 >= length.lowerBound { return text }
        return counted(name, text, length)
    }

    private mutating func counted(_ name: String, _ text: String, _ length: ClosedRange<Int>) -> String? {
        let count = text.unicodeScalars.count
        guard count >= length.lowerBound else {
            note(name, .tooShort, "At least \(length.lowerBound) characters are needed.")
            return nil
        }
        guard count <= length.upperBound else {
            note(name, .tooLong, "At most \(length.upperBound) characters are allowed.")
            return nil
        }
        return text
    }

    private mutating func asInteger(_ name: String, _ value: JSONValue, _ range: ClosedRange<Int64>) -> Int64?
    {
        guard let number = value.wholeNumber else {
            // A whole number too large for 64 bits is out of range rather than of another type.
            if case .number(let number) = value, number.rounded() == number, abs(number) > 0x1p63 - 1 {
                note(name, .outOfRange, "The number must be \(range.lowerBound) to \(range.upperBound).")
                return nil
            }
            return wrongType(name, "A whole number is needed.")
        }
        guard range.contains(number) else {
            note(name, .outOfRange, "The number must be \(range.lowerBound) to \(range.upperBound).")
            return nil
        }
        return number
    }

    private mutating func asBool(_ name: String, _ value: JSONValue) -> Bool? {
        guard case .bool(let flag) = value else { return wrongType(name, "true or false is needed.") }
        return flag
    }

    @inlinable
    mutating func parsed<Value>(
        _ name: String, _ text: String, _ parse: (String) throws(FieldError) -> Value
    ) -> Value? {
        do throws(FieldError) {
            return try parse(text)
        } catch {
            note(name, error.code, error.detail)
            return nil
        }
    }

    @inlinable
    mutating func wrongType<Value>(_ name: String, _ detail: String) -> Value? {
        note(name, .wrongType, detail)
        return nil
    }
}
