/// The values of one statement's `$1`, `$2`, … in PostgreSQL's binary format, one after the other in one
/// buffer.
package struct Parameters {
    // It starts with a byte of no meaning: an empty value must still have an address, as none means NULL.
    private var writer = ByteWriter(bytes: [0])
    private var spans: [Span] = []
    private(set) var types: [UInt32] = []

    private struct Span {
        let offset: Int
        /// Nil for NULL.
        let count: Int?
    }

    init() {}

    package mutating func add<Value: PostgresValue>(_ value: Value) {
        addValue(value)
    }

    mutating func addValue<Value: PostgresValue>(_ value: Value) {
        let offset = writer.bytes.count
        value.encode(into: &writer)
        spans.append(Span(offset: offset, count: writer.bytes.count - offset))
        types.append(Value.oid)
    }

    /// Adds the value, or a NULL of its type.
    package mutating func add<Value: PostgresValue>(_ value: Value?) {
        if let value { return add(value) }
        spans.append(Span(offset: 0, count: nil))
        types.append(Value.oid)
    }

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
