import HTTP
import JSON
import TestSupport

/// Checks a value against a JSON Schema, of which it knows what our description uses: `$ref`, `type` (also
/// several), `properties`, `required`, `additionalProperties`, `items`, `enum`, `oneOf`, `anyOf`, `pattern`,
/// and the bounds of numbers, strings and arrays. Formats and words for people are passed over; a word it
/// doesn't know is a mistake.
///
/// It is stricter than a client may be, because it holds the service to its word: a member that is not
/// described is a mistake although replies are open, and so is a value that `x-extensible-enum` doesn't list.
struct SchemaChecker {
    static let known: Set<String> = [
        "$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "oneOf", "anyOf",
        "x-extensible-enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems",
        "maxItems", "minProperties", "maxProperties",
    ]
    static let passedOver: Set<String> = [
        "description", "format", "examples", "default", "discriminator", "x-max-items",
    ]

    let document: JSONValue

    /// What is wrong, each with its place; empty when the value is valid.
    func mistakes(in value: JSONValue, against schema: JSONValue, at place: String = "$") -> [String] {
        if let reference = schema["$ref"]?.string {
            guard let target = resolve(reference) else { return ["\(place): \(reference) leads nowhere"] }
            return mistakes(in: value, against: target, at: place)
        }
        let unknown = schema.names.filter { !Self.known.contains($0) && !Self.passedOver.contains($0) }
        return unknown.map { "\(place): the word \($0) is unknown" } + checkType(value, schema, place)
            + checkChoice(value, schema, place) + checkBounds(value, schema, place)
            + checkMembers(value, schema, place) + checkItems(value, schema, place)
    }

    /// What `#/a/b` points to, RFC 6901.
    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document) { value, name in
            value?[String(name.replacing("~1", with: "/").replacing("~0", with: "~"))]
        }
    }

    private func checkType(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard let type = schema["type"] else { return [] }
        let wanted = type.array?.compactMap(\.string) ?? [type.string ?? ""]
        let isInteger = value.type == "integer" && wanted.contains("number")
        return wanted.contains(value.type) || isInteger ? [] : ["\(place): \(value.type) is not \(wanted)"]
    }

    private func checkChoice(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        var mistakes: [String] = []
        for word in ["enum", "x-extensible-enum"] {
            guard value != .null || word == "enum", let values = schema[word]?.array, !values.contains(value)
            else { continue }
            mistakes.append("\(place): \(value) is not among \(values.compactMap(\.string))")
        }
        for word in ["oneOf", "anyOf"] {
            guard let schemas = schema[word]?.array else { continue }
            let tried = schemas.map { self.mistakes(in: value, against: $0, at: place) }
            let matches = tried.filter(\.isEmpty).count
            if matches == 0 || (word == "oneOf" && matches > 1) {
                mistakes.append("\(place): fits \(matches) of \(word); \(tried)")
            }
        }
        return mistakes
    }

    private func checkBounds(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        let sizes: [(String, Int64?)] = [
            ("imum", value.integer), ("Length", value.string.map { Int64($0.unicodeScalars.count) }),
            ("Items", value.array.map { Int64($0.count) }),
            ("Properties", value.type == "object" ? Int64(value.names.count) : nil),
        ]
        var mistakes: [String] = []
        for case (let name, let size?) in sizes {
            if let least = schema["min" + name]?.integer, size < least {
                mistakes.append("\(place): below \(least)")
            }
            if let most = schema["max" + name]?.integer, size > most {
                mistakes.append("\(place): above \(most)")
            }
        }
        if let pattern = schema["pattern"]?.string, let text = value.string,
            (try? Regex(pattern).firstMatch(in: text)) == nil
        {
            mistakes.append("\(place): \(text) is not \(pattern)")
        }
        return mistakes
    }

    private func checkMembers(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard case .object(let members) = value else { return [] }
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        var mistakes = required.filter { value[$0] == nil }.map { "\(place): \($0) is missing" }
        for member in members {
            let inside = "\(place).\(member.name)"
            if let known = schema["properties"]?[member.name] {
                mistakes += self.mistakes(in: member.value, against: known, at: inside)
            } else if let others = schema["additionalProperties"], case .object = others {
                mistakes += self.mistakes(in: member.value, against: others, at: inside)
            } else if schema["type"] != nil, schema["additionalProperties"] != true {
                mistakes.append("\(inside): is not described")
            }
        }
        return mistakes
    }

    private func checkItems(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard let items = schema["items"], let elements = value.array else { return [] }
        return elements.enumerated().flatMap {
            mistakes(in: $1, against: items, at: "\(place)[\($0)]")
        }
    }
}

extension JSONValue {
    fileprivate var type: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
