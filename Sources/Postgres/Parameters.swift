/// The values of one statement's `$1`, `$2`, … in PostgreSQL's binary format, one after the other in one
/// buffer.
package struct Parameters {
    private var writer = ByteWriter()
    private var spans: [Span] = []
    private static let usualBytes = 256

    private struct Span {
        let type: UInt32
        let offset: Int
        /// Nil for NULL.
        let count: Int?
    }

    package init<each Value: Bindable>(_ values: repeat each Value) {
        var count = 0
        for _ in repeat (each Value).self { count += 1 }
        spans.reserveCapacity(count)
        writer.reserve(Self.usualBytes)
        // A byte of no meaning: an empty value must still have an address, as none means NULL.
        writer.append(UInt8(0))
        repeat (each values).bind(to: &self)
    }

    package mutating func add(_ value: some Bindable) {
        value.bind(to: &self)
    }

    /// Makes room for `count` more.
    package mutating func reserve(_ count: Int) {
        spans.reserveCapacity(spans.count + count)
    }

    mutating func add(_ type: UInt32, encode: (inout ByteWriter) -> Void) {
        let offset = writer.bytes.count
        encode(&writer)
        spans.append(Span(type: type, offset: offset, count: writer.bytes.count - offset))
    }

    mutating func addNull(_ type: UInt32) {
        spans.append(Span(type: type, offset: 0, count: nil))
    }

    var types: [UInt32] { spans.map(\.type) }

    var count: Int { spans.count }

    /// Lends the values' addresses and lengths, in the form libpq takes them.
    func withValues<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32]) -> Result
    ) -> Result {
        writer.bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
            return body(
                spans.map { $0.count == nil ? nil : base + $0.offset },
                spans.map { Int32($0.count ?? 0) })
        }
    }
}

/// The parts of parameters: a value, a value or NULL, or several at once.
package protocol Bindable {
    func bind(to parameters: inout Parameters)
}

extension PostgresValue {
    package func bind(to parameters: inout Parameters) {
        parameters.add(Self.oid) { encode(into: &$0) }
    }
}

/// A value, or a NULL of its type.
extension Optional: Bindable where Wrapped: PostgresValue {
    package func bind(to parameters: inout Parameters) {
        if let self { self.bind(to: &parameters) } else { parameters.addNull(Wrapped.oid) }
    }
}

extension Array: Bindable where Element: PostgresArrayElement {
    // `PostgresValue` has the same, and would look up how this array conforms to it.
    package func bind(to parameters: inout Parameters) {
        parameters.add(Element.wholeOID) { Element.encode(self, into: &$0) }
    }
}
