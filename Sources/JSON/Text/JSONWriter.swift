internal import Basics

/// Something that writes itself as one JSON value.
package protocol JSONEncodable {
    func encode(to writer: inout JSONWriter)
}

/// Appends JSON to bytes; commas, quotes and escapes are its business.
package struct JSONWriter {
    package private(set) var bytes: [UInt8]
    /// Whether the next member or element follows another, and needs a comma before it.
    private var needsComma = false

    package init(reserving capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Ends a document that others follow, each on a line of its own (JSON Lines).
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Starts again, in the room there is.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// The whole document of one value.
    @inlinable
    package static func bytes(of value: some JSONEncodable) -> [UInt8] {
        var writer = JSONWriter()
        value.encode(to: &writer)
        return writer.bytes
    }

    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Each value written in `body` is an element.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    @inlinable
    package mutating func array(_ elements: some Sequence<some JSONEncodable>) {
        array { writer in
            for element in elements { element.encode(to: &writer) }
        }
    }

    /// The key of the member whose value is written next; it is copied as it is, so it must need no escape.
    package mutating func key(_ name: StaticString) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A key that was escaped once.
    package mutating func key(_ key: JSONKey) {
        beginValue()
        bytes.append(contentsOf: key.bytes)
        needsComma = false
    }

    /// A key only known at run time.
    package mutating func key(dynamic name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @inlinable
    package mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
        key(name)
        value.encode(to: &self)
    }

    // The usual types by name: a generic function called from another module is not made for its types.

    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ value: Int64) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    @inlinable
    package mutating func member(dynamic name: String, _ value: some JSONEncodable) {
        key(dynamic: name)
        value.encode(to: &self)
    }

    package mutating func null() { literal("null") }

    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func integer(_ value: Int64) {
        beginValue()
        bytes.append(decimal: value)
    }

    /// Not-a-number and the infinities have no form in JSON and become null.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        beginValue()
        bytes.append(contentsOf: value.description.utf8)
    }

    package mutating func string(_ value: String) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string of `count` ASCII characters that need no escape, such as an id or a time, written in place.
    package mutating func ascii(_ count: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(addingCapacity: count, initializingWith: write)
        bytes.append(UInt8(ascii: "\""))
    }

    /// A value that is JSON already, such as one kept from an earlier reply.
    package mutating func raw(_ json: [UInt8]) {
        beginValue()
        bytes.append(contentsOf: json)
    }

    private mutating func literal(_ text: StaticString) {
        beginValue()
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        beginValue()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies runs that need no escape whole.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while let index = text.span.firstOfJSONString(in: start..<text.count) {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            appendEscape(text[index])
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(.hexDigit(byte >> 4))
            bytes.append(.hexDigit(byte & 15))
        default: bytes.append(byte)
        }
    }
}

/// A member's name with its quotes and its colon.
package struct JSONKey: Sendable {
    fileprivate let bytes: [UInt8]

    package init(_ name: String) {
        bytes = JSONWriter.bytes(of: name) + [UInt8(ascii: ":")]
    }
}
