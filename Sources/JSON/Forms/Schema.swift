/// The form of a JSON value, and what it means: JSON Schema 2020-12, as OpenAPI 3.1 takes it.
///
///     static var schema: Schema {
///         .named("Session", .object(["access_token": .string.means("A JWT."), "expires_in": .integer]))
///     }
///
/// A property is always there unless it says `optional`; it is never null unless it says `orNull`.
public struct Schema: Equatable, Sendable {
    public indirect enum Form: Equatable, Sendable {
        /// Any JSON at all.
        case any
        /// One of JSON's types, or of several: `string`, `integer`, `number` or `boolean`.
        case scalar([String])
        case array(Schema)
        case object([Property], others: Others)
        case oneOf([Schema], Discriminator)
        case anyOf([Schema])
        /// Stands once in the document, among its components.
        case named(String, Schema)
    }

    public struct Property: Equatable, Sendable {
        public let name: String
        public let schema: Schema
    }

    /// Members of an object that are not listed.
    public enum Others: Equatable, Sendable {
        /// There may be any: in replies, which grow.
        case open
        /// They are refused: in requests, where a mistyped name would be lost in silence.
        case closed
        /// Each is as this says.
        case each(Schema)
    }

    /// The property whose value says which of several forms an object has.
    public struct Discriminator: Equatable, Sendable {
        public let property: String
        /// The name of the schema for each value.
        public let names: [Property]

        public struct Property: Equatable, Sendable {
            public let value: String
            public let schema: String
        }
    }

    public private(set) var form: Form
    public private(set) var isNullable = false
    public private(set) var isOptional = false
    public private(set) var meaning: String?
    /// All that it can be, when that is a list.
    public private(set) var values: [JSONValue] = []
    /// Whether that list may grow.
    public private(set) var isExtensible = false
    /// Further words of JSON Schema, such as bounds.
    public private(set) var words: [JSONMember] = []

    public init(_ form: Form) {
        self.form = form
    }
}

// Modifiers of a schema, to be chained.

extension Schema {
    /// Its purpose, if its name doesn't show it.
    public func means(_ text: String) -> Schema {
        changed { $0.meaning = text }
    }

    public var orNull: Schema {
        changed { $0.isNullable = true }
    }

    /// The property may be left out.
    public var optional: Schema {
        changed { $0.isOptional = true }
    }

    /// In a query, where no item is null.
    public var required: Schema {
        changed { ($0.isNullable, $0.isOptional) = (false, false) }
    }

    public func example(_ values: JSONValue...) -> Schema {
        word("examples", .array(values))
    }

    /// In a request: null is as good as nothing.
    public var nullableOptional: Schema { orNull.optional }

    /// Its default.
    public func defaulting(to value: JSONValue) -> Schema {
        word("default", value)
    }

    public func format(_ name: String) -> Schema {
        word("format", .string(name))
    }

    /// A regular expression that all of it fits, without its anchors.
    public func pattern(_ expression: String) -> Schema {
        word("pattern", .string("^\(expression)$"))
    }

    public func atLeast(_ characters: Int) -> Schema {
        word("minLength", .integer(Int64(characters)))
    }

    public func atMost(_ characters: Int) -> Schema {
        word("maxLength", .integer(Int64(characters)))
    }

    public func word(_ name: String, _ value: JSONValue) -> Schema {
        changed { $0.words.append(JSONMember(name, value)) }
    }

    public func among(_ values: [JSONValue], isExtensible: Bool = false) -> Schema {
        changed {
            $0.values = values
            $0.isExtensible = isExtensible
        }
    }

    private func changed(_ change: (inout Schema) -> Void) -> Schema {
        var schema = self
        change(&schema)
        return schema
    }
}
