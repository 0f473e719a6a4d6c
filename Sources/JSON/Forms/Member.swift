/// One member of a reply's object: its name, its form, where its value comes from, what it means, and what
/// stands in the object's example.
public struct Member<Whole>: Sendable {
    public let name: String
    public let schema: Schema
    public let sample: JSONValue?
    public let write: @Sendable (Whole, inout JSONWriter) -> Void

    @inlinable
    public init<Value>(
        _ name: String, _ codec: Codec<Value>, _ get: @escaping @Sendable (Whole) -> Value,
        _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, codec.schema, meaning, sample) { whole, writer in
            writer.key(key)
            codec.write(get(whole), &writer)
        }
    }

    /// Null for nil.
    @inlinable
    public init<Value>(
        _ name: String, _ codec: Codec<Value>, orNull get: @escaping @Sendable (Whole) -> Value?,
        _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, codec.schema.orNull, meaning, sample) { whole, writer in
            writer.key(key)
            if let value = get(whole) { codec.write(value, &writer) } else { writer.null() }
        }
    }

    /// Omitted if nil.
    @inlinable
    public init<Value>(
        _ name: String, _ codec: Codec<Value>, ifAny get: @escaping @Sendable (Whole) -> Value?,
        _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, codec.schema.optional, meaning, sample) { whole, writer in
            guard let value = get(whole) else { return }
            writer.key(key)
            codec.write(value, &writer)
        }
    }

    /// Of what writes itself: a view, a list of views, or a view or null.
    @inlinable
    public init<Value: Described>(
        _ name: String, _ get: @escaping @Sendable (Whole) -> Value, _ meaning: String? = nil,
        sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, Value.schema, meaning, sample) { whole, writer in
            writer.key(key)
            get(whole).encode(to: &writer)
        }
    }

    /// The same, omitted if nil.
    @inlinable
    public init<Value: Described>(
        _ name: String, ifAny get: @escaping @Sendable (Whole) -> Value?, _ meaning: String? = nil,
        sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, Value.schema.optional, meaning, sample) { whole, writer in
            guard let value = get(whole) else { return }
            writer.key(key)
            value.encode(to: &writer)
        }
    }

    /// An object within the object, of the same value.
    @inlinable
    public init(
        _ name: String, _ form: Form<Whole>, _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        let key = JSONKey(name)
        self.init(name, form.schema, meaning, sample ?? form.example) { whole, writer in
            writer.key(key)
            form.write(whole, to: &writer)
        }
    }

    /// Of a form that nothing else has.
    @inlinable
    public init(
        _ name: String, as schema: Schema, _ meaning: String? = nil, sample: JSONValue? = nil,
        write: @escaping @Sendable (Whole, inout JSONWriter) -> Void
    ) {
        let key = JSONKey(name)
        self.init(name, schema, meaning, sample) { whole, writer in
            writer.key(key)
            write(whole, &writer)
        }
    }

    /// The same, omitted if nil.
    @inlinable
    public init<Value>(
        _ name: String, as schema: Schema, ifAny get: @escaping @Sendable (Whole) -> Value?,
        _ meaning: String? = nil, sample: JSONValue? = nil,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        let key = JSONKey(name)
        self.init(name, schema.optional, meaning, sample) { whole, writer in
            guard let value = get(whole) else { return }
            writer.key(key)
            write(value, &writer)
        }
    }

    @inlinable
    public func lifted<Outer>(_ get: @escaping @Sendable (Outer) -> Whole) -> Member<Outer> {
        let write = write
        return Member<Outer>(name, schema, nil, sample) { write(get($0), &$1) }
    }

    @usableFromInline
    init(
        _ name: String, _ schema: Schema, _ meaning: String?, _ sample: JSONValue?,
        _ write: @escaping @Sendable (Whole, inout JSONWriter) -> Void
    ) {
        self.name = name
        self.schema = meaning.map(schema.means) ?? schema
        self.sample = sample
        self.write = write
    }
}

/// Members, one a line.
@resultBuilder public enum MemberList<Whole> {
    @inlinable
    public static func buildExpression(_ member: Member<Whole>) -> [Member<Whole>] { [member] }
    @inlinable
    public static func buildExpression(_ members: [Member<Whole>]) -> [Member<Whole>] { members }
    @inlinable
    public static func buildArray(_ members: [[Member<Whole>]]) -> [Member<Whole>] {
        members.flatMap(\.self)
    }
    @inlinable
    public static func buildBlock(_ members: [Member<Whole>]...) -> [Member<Whole>] {
        members.flatMap(\.self)
    }
}
