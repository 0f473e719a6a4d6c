import HTTP
import JSON
import TestSupport

/// A field of a request's body, as the description has it.
struct RequestField {
    enum Step {
        case member(String)
        /// The first of an array.
        case first
    }

    let steps: [Step]
    let isNullable: Bool
    /// What must be said beside it, where a member tells which of several forms an object has.
    let choice: (steps: [Step], value: JSONValue)?

    /// RFC 6901.
    var pointer: String {
        steps.map { step in
            switch step {
            case .member(let name): "/" + name
            case .first: "/0"
            }
        }.joined()
    }

    static func all(in schema: JSONValue, _ description: Description) -> [RequestField] {
        Finder(description: description).fields(in: schema, at: [], nil)
    }

    /// The body with this field as told, nil for without it, and with whatever it stands in.
    func set(to value: JSONValue?, in body: JSONValue) -> JSONValue {
        let chosen = choice.map { Self.set($0.steps[...], to: $0.value, in: body) } ?? body
        return Self.set(steps[...], to: value, in: chosen)
    }

    /// Whether a reply says that this field is wrong, in whatever form it does.
    func isRefused(in reply: TestClient.Reply) -> Bool {
        // The forms of old wire names write mistakes into one line; each of many links names its own fields.
        let own = pointer.hasPrefix("/0") ? String(pointer.dropFirst(2)) : pointer
        if own.isEmpty { return reply.text.contains("An object is needed.") }
        if own.hasPrefix("/branch_"), reply.text.contains("missing Branch key") { return true }
        return reply.text.contains("\"\(pointer)\"") || reply.text.contains("\"\(own): ")
            || reply.text.contains(" \(own): ")
    }

    private static func set(_ steps: ArraySlice<Step>, to value: JSONValue?, in body: JSONValue) -> JSONValue
    {
        switch steps.first {
        case nil: return value ?? .null
        case .first?:
            var elements = body.array ?? []
            let first = set(steps.dropFirst(), to: value, in: elements.first ?? .null)
            elements.replaceSubrange(0..<min(1, elements.count), with: [first])
            return .array(elements)
        case .member(let name)?:
            let inner = set(steps.dropFirst(), to: value, in: body[name] ?? .null)
            let others = body.names.filter { $0 != name }.map { JSONMember($0, body[$0] ?? .null) }
            if value == nil, steps.count == 1 { return .object(others) }
            return .object(others + [JSONMember(name, inner)])
        }
    }
}

/// Walks through a schema.
private struct Finder {
    let description: Description

    func fields(
        in schema: JSONValue, at steps: [RequestField.Step],
        _ choice: (steps: [RequestField.Step], value: JSONValue)?
    ) -> [RequestField] {
        forms(of: schema).flatMap { form -> [RequestField] in
            if let property = form["discriminator"]?["propertyName"]?.string {
                return chosen(form, property, at: steps)
            }
            if let items = form["items"] { return field(items, at: steps + [.first], choice) }
            return (form["properties"]?.names ?? []).flatMap { name in
                field(form["properties"]?[name] ?? .null, at: steps + [.member(name)], choice)
            }
        }
    }

    private func field(
        _ schema: JSONValue, at steps: [RequestField.Step],
        _ choice: (steps: [RequestField.Step], value: JSONValue)?
    ) -> [RequestField] {
        let own = RequestField(steps: steps, isNullable: takesNull(schema), choice: choice)
        return [own] + fields(in: schema, at: steps, choice)
    }

    /// The fields of each form that a member tells.
    private func chosen(_ form: JSONValue, _ property: String, at steps: [RequestField.Step])
        -> [RequestField]
    {
        let mapping = form["discriminator"]?["mapping"]
        return (mapping?.names ?? []).flatMap { value in
            fields(
                in: ["$ref": mapping?[value] ?? .null], at: steps,
                (steps + [.member(property)], .string(value)))
        }
    }

    private func takesNull(_ schema: JSONValue) -> Bool {
        description.checker.mistakes(in: .null, against: schema).isEmpty
    }

    /// What stands behind references and choices, null apart.
    private func forms(of schema: JSONValue) -> [JSONValue] {
        if schema["$ref"] != nil { return description.followed(schema).map(forms) ?? [] }
        return schema["anyOf"]?.array?.flatMap(forms) ?? [schema]
    }
}
