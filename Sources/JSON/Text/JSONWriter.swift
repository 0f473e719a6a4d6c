internal import Basics

/// Something that writes itself as one JSON value.
public protocol JSONEncodable {
    func encode(to writer: inout JSONWriter)
}

/// Appends JSON to bytes; commas, quotes and escapes are its business.
public struct JSONWriter {
    public private(set) var bytes: [UInt8]
    /// Whether the next member or element follows another, and needs a comma before it.
    private var needsComma = false

    public init(reserving capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Ends a document that others follow, each on a line of its own (JSON Lines).
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Starts again, in the room there is.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// The whole document of one value.
    @inlinable
    public static func bytes(of value: some JSONEncodable) -> [UInt8] {
        var writer = JSONWriter()
        value.encode(to: &writer)
        return writer.bytes
    }

    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Each value written in `body` is an element.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    @inlinable
    public mutating func array(_ elements: some Sequence<some JSONEncodable>) {
        array { writer in
            for element in elements { element.encode(to: &writer) }
        }
    }

    /// The key of the member whose value is written next; it is copied as it is, so it must need no escape.
    ///
    /// Its bytes are appended at once: a reply has thirty keys, and each append checks the room.
    public mutating func key(_ name: StaticString) {
        let isFollowing = needsComma
        let text = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes.append(addingCapacity: text.count + 4) { key in
            if isFollowing { key.append(UInt8(ascii: ",")) }
            key.append(UInt8(ascii: "\""))
            key.append(copying: text)
            key.append(UInt8(ascii: "\""))
            key.append(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    /// A key that was escaped once.
    public mutating func key(_ key: JSONKey) {
        beginValue()
        bytes.append(contentsOf: key.bytes)
        needsComma = false
    }

    /// A key only known at run time.
    public mutating func key(dynamic name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @inlinable
    public mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
        key(name)
        value.encode(to: &self)
    }

    // The usual types by name: a generic function called from another module is not made for its types.

    public mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    public mutating func member(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    public mutating func member(_ name: StaticString, _ value: Int64) {
        key(name)
        integer(value)
    }

    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    @inlinable
    public mutating func member(dynamic name: String, _ value: some JSONEncodable) {
        key(dynamic: name)
        value.encode(to: &self)
    }

    public mutating func null() { literal("null") }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    public mutating func integer(_ value: Int64) {
        beginValue()
        bytes.append(decimal: value)
    }

    /// Not-a-number and the infinities have no form in JSON and become null.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        beginValue()
        bytes.append(contentsOf: value.description.utf8)
    }

    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { text in
            if text.span.firstOfJSONString(in: 0..<text.count) == nil {
                return plain(text.count) { $0.append(copying: text) }
            }
            beginValue()
            bytes.append(UInt8(ascii: "\""))
            appendEscaped(text)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// A string of `count` bytes that need no escape, such as an id or a time, written directly.
    public mutating func plain(_ count: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        let isFollowing = needsComma
        bytes.append(addingCapacity: count + 3) { string in
            if isFollowing { string.append(UInt8(ascii: ",")) }
            string.append(UInt8(ascii: "\""))
            write(&string)
            string.append(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    /// A value that is JSON already, such as one kept from an earlier reply.
    public mutating func raw(_ json: [UInt8]) {
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
public struct JSONKey: Sendable {
    fileprivate let bytes: [UInt8]

    public init(_ name: String) {
        bytes = JSONWriter.bytes(of: name) + [UInt8(ascii: ":")]
    }
}
