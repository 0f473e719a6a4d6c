/// How values of one kind travel: their form, and how they are written and read. A field of a request or a
/// member of a reply names its codec once; schema, reader and writer follow.
///
/// This module is public, for only a public generic is inlined in other modules (Swift 6.3.1).
public struct Codec<Value>: Sendable {
    public private(set) var schema: Schema
    public let write: @Sendable (Value, inout JSONWriter) -> Void
    /// Takes the field by its name; nil where it is missing or wrong, which it notes.
    public let read: @Sendable (String, inout Fields) -> Value?

    public init(
        _ schema: Schema, write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
        read: @escaping @Sendable (String, inout Fields) -> Value?
    ) {
        self.schema = schema
        self.write = write
        self.read = read
    }

    /// Of a value with a form of its own in a string.
    @inlinable
    public init(
        _ schema: Schema, text: @escaping @Sendable (Value) -> String,
        parse: @escaping @Sendable (String) throws(FieldError) -> Value
    ) {
        self.init(schema, write: { $1.string(text($0)) }, read: { $1.value($0, parse) })
    }

    /// Of an object that is written by one form, and read by another.
    @inlinable
    public init(_ form: Form<Value>, _ request: RequestForm<Value>, schema: Schema? = nil) {
        self.init(
            schema ?? form.schema, write: { form.write($0, to: &$1) },
            read: { $1.object($0, request.readWithin) })
    }

    public func means(_ text: String) -> Codec { described { $0.means(text) } }

    public func example(_ values: JSONValue...) -> Codec {
        described { $0.word("examples", .array(values)) }
    }

    /// Once in the document, by this name.
    public func named(_ name: String, _ meaning: String) -> Codec {
        described { .named(name, $0.means(meaning)) }
    }

    public func described(_ change: (Schema) -> Schema) -> Codec {
        var codec = self
        codec.schema = change(schema)
        return codec
    }
}

extension Codec where Value == String {
    /// Text of a form.
    public static func text(_ schema: Schema, lengths: ClosedRange<Int> = 0...65_536) -> Codec {
        Codec(schema, write: { $1.string($0) }, read: { $1.string($0, length: lengths) })
    }

    public static func string(_ lengths: ClosedRange<Int>) -> Codec {
        text(.string(lengths), lengths: lengths)
    }

    public static func string(upTo length: Int) -> Codec {
        text(.string(upTo: length), lengths: 0...length)
    }

    public static func openChoice(_ values: String...) -> Codec {
        text(.string(upTo: 64).among(values.map { .string($0) }, isExtensible: true))
    }
}

extension Codec where Value: RawRepresentable & Sendable, Value.RawValue == String {
    /// A reply's: one of these for now.
    @inlinable
    public static func openChoice(_ values: String...) -> Codec {
        choice(.string(upTo: 64).among(values.map { .string($0) }, isExtensible: true), values, isOpen: true)
    }

    /// A request's: one of these and no other.
    @inlinable
    public static func choice(_ values: String...) -> Codec {
        choice(.string.among(values.map { .string($0) }), values, isOpen: false)
    }

    @inlinable
    static func choice(_ schema: Schema, _ values: [String], isOpen: Bool) -> Codec {
        let last = values[values.count - 1]
        let all = values.count == 1 ? last : "one of \(values.dropLast().joined(separator: ", ")) and \(last)"
        return Codec(
            schema, text: \.rawValue,
            parse: { (text) throws(FieldError) in
                guard isOpen || values.contains(text), let value = Value(rawValue: text) else {
                    throw FieldError(.invalid, "Must be \(all).")
                }
                return value
            })
    }
}

extension Codec where Value == Int64 {
    public static var integer: Codec { whole(.integer) }
    public static var amount: Codec { whole(.amount) }
    public static var count: Codec { whole(.count, 0...Int64.max) }
    public static func amount(from least: Int64) -> Codec { whole(.amount(from: least), least...Int64.max) }
    public static func integer(from least: Int64) -> Codec {
        whole(.integer(from: least), least...Int64.max)
    }
    public static func integer(_ range: ClosedRange<Int64>) -> Codec { whole(.integer(range), range) }

    public static func whole(_ schema: Schema, _ range: ClosedRange<Int64> = .min ... .max) -> Codec {
        Codec(schema, write: { $1.integer($0) }, read: { $1.integer($0, in: range) })
    }
}

extension Codec where Value == Double {
    public static var number: Codec {
        Codec(.number, write: { $1.number($0) }, read: { $1.number($0) })
    }
}

extension Codec where Value == Bool {
    public static var boolean: Codec {
        Codec(.boolean, write: { $1.bool($0) }, read: { $1.bool($0) })
    }
}

extension Codec {
    /// - Parameter count: how many a request has.
    @inlinable
    public static func array<Element>(
        of element: Codec<Element>, count: ClosedRange<Int>? = nil
    ) -> Codec where Value == [Element] {
        Codec(
            .array(of: element.schema, count: count),
            write: { elements, writer in
                writer.array { for value in elements { element.write(value, &$0) } }
            },
            read: { name, fields in fields.array(name, count: count ?? 0...Int.max, element.read) })
    }
}
