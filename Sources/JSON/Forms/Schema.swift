/// The form of a JSON value, and what it means: JSON Schema 2020-12, as OpenAPI 3.1 takes it.
///
///     static var schema: Schema {
///         .named("Session", .object(["access_token": .string.means("A JWT."), "expires_in": .integer]))
///     }
///
/// A property is always there unless it says `optional`; it is never null unless it says `orNull`.
package struct Schema: Equatable, Sendable {
    package indirect enum Form: Equatable, Sendable {
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

    package struct Property: Equatable, Sendable {
        package let name: String
        package let schema: Schema
    }

    /// Members of an object that are not listed.
    package enum Others: Equatable, Sendable {
        /// There may be any: in replies, which grow.
        case open
        /// They are refused: in requests, where a mistyped name would be lost in silence.
        case closed
        /// Each is as this says.
        case each(Schema)
    }

    /// The property whose value says which of several forms an object has.
    package struct Discriminator: Equatable, Sendable {
        package let property: String
        /// The name of the schema for each value.
        package let names: [Property]

        package struct Property: Equatable, Sendable {
            package let value: String
            package let schema: String
        }
    }

    package private(set) var form: Form
    package private(set) var isNullable = false
    package private(set) var isOptional = false
    package private(set) var meaning: String?
    /// All that it can be, when that is a list.
    package private(set) var values: [JSONValue] = []
    /// Whether that list may grow.
    package private(set) var isExtensible = false
    /// Further words of JSON Schema, such as bounds.
    package private(set) var words: [JSONMember] = []

    package init(_ form: Form) {
        self.form = form
    }
}

// Modifiers of a schema, to be chained.

extension Schema {
    /// Its purpose, if its name doesn't show it.
    package func means(_ text: String) -> Schema {
        changed { $0.meaning = text }
    }

    package var orNull: Schema {
        changed { $0.isNullable = true }
    }

    /// The property may be left out.
    package var optional: Schema {
        changed { $0.isOptional = true }
    }

    /// In a query, where no item is null.
    package var required: Schema {
        changed { ($0.isNullable, $0.isOptional) = (false, false) }
    }

    package func example(_ values: JSONValue...) -> Schema {
        word("examples", .array(values))
    }

    /// In a request: null is as good as nothing.
    package var orNone: Schema { orNull.optional }

    /// Its default.
    package func unlessTold(_ value: JSONValue) -> Schema {
        word("default", value)
    }

    package func format(_ name: String) -> Schema {
        word("format", .string(name))
    }

    /// A regular expression that all of it fits, without its anchors.
    package func pattern(_ expression: String) -> Schema {
        word("pattern", .string("^\(expression)$"))
    }

    package func atLeast(_ characters: Int) -> Schema {
        word("minLength", .integer(Int64(characters)))
    }

    package func atMost(_ characters: Int) -> Schema {
        word("maxLength", .integer(Int64(characters)))
    }

    package func word(_ name: String, _ value: JSONValue) -> Schema {
        changed { $0.words.append(JSONMember(name, value)) }
    }

    package func among(_ values: [JSONValue], isExtensible: Bool = false) -> Schema {
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
