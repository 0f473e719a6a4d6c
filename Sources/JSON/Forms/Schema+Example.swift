extension Schema {
    /// A value of this form: its own example, or one of the examples of its parts; nil where a part has none.
    public var sample: JSONValue? {
        if let own = words.first(where: { $0.name == "examples" }), case .array(let values) = own.value {
            return values.first
        }
        switch form {
        case .scalar where isNullable: return .null
        case .named(_, let schema): return schema.sample
        case .array(let element): return element.sample.map { .array([$0]) }
        case .object(let properties, _): return Self.sample(of: properties)
        case .any, .scalar, .oneOf, .anyOf: return nil
        }
    }

    /// Optional members are omitted.
    private static func sample(of properties: [Property]) -> JSONValue? {
        guard !properties.isEmpty else { return nil }
        var members: [JSONMember] = []
        for property in properties where !property.schema.isOptional {
            guard let sample = property.schema.sample else { return nil }
            members.append(JSONMember(property.name, sample))
        }
        return .object(members)
    }
}
