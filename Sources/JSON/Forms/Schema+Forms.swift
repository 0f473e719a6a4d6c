// The forms that a description is made of.

extension Schema {
    public static var any: Schema { Schema(.any) }
    public static var string: Schema { Schema(.scalar(["string"])) }
    public static var boolean: Schema { Schema(.scalar(["boolean"])) }
    public static var integer: Schema { Schema(.scalar(["integer"])) }
    public static var number: Schema { Schema(.scalar(["number"])) }
    /// Old wire names take numbers as text, too.
    public static var integerOrText: Schema { anyOf(.amount, .string(upTo: 65_536)) }

    /// Of this many Unicode characters.
    public static func string(_ lengths: ClosedRange<Int>) -> Schema {
        string.atLeast(lengths.lowerBound).atMost(lengths.upperBound)
    }

    public static func string(upTo length: Int) -> Schema {
        string.atMost(length)
    }

    public static func integer(_ range: ClosedRange<Int64>) -> Schema {
        let format = range.upperBound <= Int32.max && range.lowerBound >= Int32.min ? "int32" : "int64"
        return integer(from: range.lowerBound).word("maximum", .integer(range.upperBound)).format(format)
    }

    public static func integer(from least: Int64) -> Schema {
        integer.word("minimum", .integer(least))
    }

    /// A request's: one of these and no other.
    public static func choice(_ values: String...) -> Schema {
        string.among(values.map { .string($0) })
    }

    /// A reply's: one of these for now. There can be more one day, and a client must not fail for one.
    public static func openChoice(_ values: String...) -> Schema {
        string(upTo: 64).among(values.map { .string($0) }, isExtensible: true)
    }

    public static func array(of element: Schema, count: ClosedRange<Int>? = nil) -> Schema {
        let array = Schema(.array(element))
        guard let count else { return array }
        let countMax = JSONValue.integer(Int64(count.upperBound))
        // Generated clients check `maxItems`, and say nothing of it to their callers.
        let most = array.word("maxItems", countMax).word("x-max-items", countMax)
        guard count.lowerBound > 0 else { return most }
        return most.word("minItems", .integer(Int64(count.lowerBound)))
    }

    /// A reply's: clients pass over what is not listed, so that there can be more one day.
    public static func object(_ properties: KeyValuePairs<String, Schema>) -> Schema {
        Schema(.object(list(properties), others: .open))
    }

    /// A request's: what is not listed is refused.
    public static func closed(_ properties: KeyValuePairs<String, Schema>) -> Schema {
        Schema(.object(list(properties), others: .closed))
    }

    /// The same under a name.
    ///
    /// - Parameter others: properties that stand elsewhere, since other objects have them too.
    public static func object(
        _ name: String, means meaning: String? = nil, example: JSONValue? = nil,
        _ properties: KeyValuePairs<String, Schema>, and others: KeyValuePairs<String, Schema> = [:]
    ) -> Schema {
        named(name, meaning, example, Schema(.object(list(properties) + list(others), others: .open)))
    }

    public static func closed(
        _ name: String, means meaning: String? = nil, example: JSONValue? = nil,
        _ properties: KeyValuePairs<String, Schema>
    ) -> Schema {
        named(name, meaning, example, Schema(.object(list(properties), others: .closed)))
    }

    /// The same of a list that was put together.
    public static func object(
        _ name: String, means meaning: String?, example: JSONValue?, _ properties: [(String, Schema)]
    ) -> Schema {
        named(name, meaning, example, Schema(.object(properties.map(Property.init), others: .open)))
    }

    /// - Parameter count: how many of them a request has; nil for any number.
    public static func closed(
        _ name: String, means meaning: String?, _ properties: [(String, Schema)],
        count: ClosedRange<Int>? = nil
    ) -> Schema {
        let object = Schema(.object(properties.map(Property.init), others: .closed))
        guard let count else { return named(name, meaning, nil, object) }
        let counted = object.word("minProperties", .integer(Int64(count.lowerBound)))
            .word("maxProperties", .integer(Int64(count.upperBound)))
        return named(name, meaning, nil, counted)
    }

    public static func map(
        _ name: String, of value: Schema, means meaning: String? = nil, example: JSONValue? = nil,
        _ properties: KeyValuePairs<String, Schema> = [:]
    ) -> Schema {
        named(name, meaning, example, Schema(.object(list(properties), others: .each(value))))
    }

    /// An object whose names are data.
    public static func map(of value: Schema, _ properties: KeyValuePairs<String, Schema> = [:]) -> Schema {
        Schema(.object(list(properties), others: .each(value)))
    }

    public static func anyOf(_ schemas: Schema...) -> Schema {
        Schema(.anyOf(schemas))
    }

    /// Objects told apart by what `property` says.
    public static func oneOf(by property: String, _ schemas: KeyValuePairs<String, Schema>) -> Schema {
        oneOf(by: property, schemas.map { ($0.key, $0.value) })
    }

    public static func oneOf(by property: String, _ schemas: [(String, Schema)]) -> Schema {
        let names = schemas.map { value, schema in
            guard case .named(let name, _) = schema.form else {
                preconditionFailure("\(value): only named schemas can be distinguished by a property")
            }
            return Discriminator.Property(value: value, schema: name)
        }
        return Schema(.oneOf(schemas.map(\.1), Discriminator(property: property, names: names)))
    }

    /// Once in the document, and wherever it is used by this name.
    public static func named(_ name: String, _ schema: Schema) -> Schema {
        Schema(.named(name, schema))
    }

    private static func named(
        _ name: String, _ meaning: String?, _ example: JSONValue?, _ schema: Schema
    ) -> Schema {
        var schema = schema
        if let meaning { schema = schema.means(meaning) }
        if let example { schema = schema.example(example) }
        return named(name, schema)
    }

    private static func list(_ properties: KeyValuePairs<String, Schema>) -> [Property] {
        properties.map { Property(name: $0.key, schema: $0.value) }
    }
}

// Values that have a form of their own all over the API.

extension Schema {
    public static var uuid: Schema { .string.format("uuid") }
    public static var time: Schema { .string.format("date-time") }
    public static var day: Schema { .string.format("date") }
    public static var uri: Schema { .string.format("uri") }
    public static var email: Schema { .string.format("email") }
    /// In a currency's smallest unit.
    public static var amount: Schema { .integer.format("int64") }
    public static func amount(from least: Int64) -> Schema { .integer(from: least).format("int64") }
    public static var count: Schema { .amount(from: 0) }
}
