/// One field of a request, or several that belong together: names, forms, what they mean, and how they are
/// read.
public struct Field<Value>: Sendable {
    public let properties: [FieldProperty]
    /// Nil for what is missing or wrong, which it notes.
    public let read: @Sendable (inout Fields) -> Value?

    /// One that must be there.
    @inlinable
    public init(
        _ name: String, _ codec: Codec<Value>, _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        self.init(name, codec.schema, meaning, sample) { codec.read(name, &$0) }
    }

    /// One that may be left out.
    @inlinable
    public init<Wrapped>(
        optional name: String, _ codec: Codec<Wrapped>, _ meaning: String? = nil, sample: JSONValue? = nil
    ) where Value == Wrapped? {
        self.init(name, codec.schema.nullableOptional, meaning, sample) { fields in
            guard fields.takesNull(name) else { return .some(codec.read(name, &fields)) }
            return .some(nil)
        }
    }

    /// One that counts as `value` where it is left out.
    @inlinable
    public init(
        _ name: String, _ codec: Codec<Value>, or value: Value, _ meaning: String? = nil,
        sample: JSONValue? = nil
    ) where Value: Sendable {
        self.init(name, codec.schema.nullableOptional, meaning, sample) { fields in
            fields.takesNull(name) ? value : codec.read(name, &fields)
        }
    }

    /// An object.
    @inlinable
    public init(
        _ name: String, _ form: RequestForm<Value>, _ meaning: String? = nil, sample: JSONValue? = nil
    ) {
        self.init(name, form.schema, meaning, sample) { $0.object(name, form.readWithin) }
    }

    /// An object that may be left out.
    @inlinable
    public init<Wrapped>(
        optional name: String, _ form: RequestForm<Wrapped>, _ meaning: String? = nil,
        sample: JSONValue? = nil
    ) where Value == Wrapped? {
        self.init(name, form.schema.nullableOptional, meaning, sample) { fields in
            fields.takesNull(name) ? .some(nil) : .some(fields.within(name, form.readWithin) ?? nil)
        }
    }

    /// Several of one kind.
    @inlinable
    public init<Element>(all fields: [Field<Element>]) where Value == [Element] {
        self.init(fields.flatMap(\.properties)) { all in
            let values = fields.map { $0.read(&all) }
            let found = values.compactMap(\.self)
            return found.count == values.count ? found : nil
        }
    }

    /// All fields of a form, among others.
    @inlinable
    public init(_ form: RequestForm<Value>) {
        self.init(form.properties, read: form.readWithin)
    }

    @inlinable
    public init(_ properties: [FieldProperty], read: @escaping @Sendable (inout Fields) -> Value?) {
        self.properties = properties
        self.read = read
    }

    /// A pack can't call a stored closure.
    @inlinable
    public func taken(from fields: inout Fields) -> Value? { read(&fields) }

    @usableFromInline
    init(
        _ name: String, _ schema: Schema, _ meaning: String?, _ sample: JSONValue?,
        read: @escaping @Sendable (inout Fields) -> Value?
    ) {
        self.init([FieldProperty(name: name, schema: schema, meaning: meaning, sample: sample)], read: read)
    }
}

/// A field as the API's description has it.
public struct FieldProperty: Sendable {
    public let name: String
    public let schema: Schema
    public let meaning: String?
    public let sample: JSONValue?

    public init(name: String, schema: Schema, meaning: String?, sample: JSONValue?) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
        self.sample = sample
    }
}
