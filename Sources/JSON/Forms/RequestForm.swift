/// A request's fields, each on one line, from which reader, schema and example follow.
///
///     static let form = RequestForm(
///         "ReferrerRequest", means: "Who referred the user.", Field("referred_by", .referrer)
///     ) { Input(referredBy: $0) }
public struct RequestForm<Whole>: Sendable {
    public let properties: [FieldProperty]
    /// The fields' as a body has them, each with its meaning.
    public let schema: Schema
    public let example: JSONValue?
    /// Nil where anything is missing or wrong, which is noted.
    public let readWithin: @Sendable (inout Fields) -> Whole?

    /// An object of one field.
    @inlinable
    public init<Value>(
        _ name: String, means meaning: String, _ field: Field<Value>,
        make: @escaping @Sendable (Value) -> Whole
    ) {
        self.init(name, meaning, field.properties) { field.read(&$0).map(make) }
    }

    @inlinable
    public init<each Value>(
        _ name: String, means meaning: String, _ fields: repeat Field<each Value>,
        make: @escaping @Sendable ((repeat each Value)) -> Whole
    ) {
        self.init(name, meaning, Self.properties(repeat each fields)) { all in
            let found = (repeat (each fields).taken(from: &all))
            for value in repeat each found { if value == nil { return nil } }
            let values = (repeat (each found)!)
            return make((repeat each values))
        }
    }

    /// A query of one item.
    @inlinable
    public init<Value>(query field: Field<Value>, make: @escaping @Sendable (Value) -> Whole) {
        self.init("", means: "", field, make: make)
    }

    @inlinable
    public init<each Value>(
        query fields: repeat Field<each Value>, make: @escaping @Sendable ((repeat each Value)) -> Whole
    ) {
        self.init("", means: "", repeat each fields, make: make)
    }

    @usableFromInline
    static func properties<each Value>(_ fields: repeat Field<each Value>) -> [FieldProperty] {
        var properties: [FieldProperty] = []
        for field in repeat each fields { properties += field.properties }
        return properties
    }

    /// The fields' names, in order.
    public var names: [String] { properties.map(\.name) }

    /// A value that a `Form` has written; nil for another text.
    public func value(of text: String) -> Whole? {
        guard let value = try? JSONParser.parse(Array(text.utf8)) else { return nil }
        var fields = Fields(element: value, pointer: "")
        let whole = readWithin(&fields)
        return fields.mistakes.isEmpty ? whole : nil
    }

    @usableFromInline
    init(
        _ name: String, _ meaning: String, _ properties: [FieldProperty],
        read: @escaping @Sendable (inout Fields) -> Whole?
    ) {
        self.properties = properties
        schema = .closed(
            name, means: meaning,
            properties.map { property in
                (property.name, property.meaning.map(property.schema.means) ?? property.schema)
            })
        let samples = properties.compactMap { property in
            property.sample.map { JSONMember(property.name, $0) }
        }
        example = samples.isEmpty ? nil : .object(samples)
        readWithin = read
    }
}
