internal import Forms
internal import HTTP
internal import JSON

extension Schema {
    /// As the document has it; named ones are put among `components`.
    func json(_ components: inout Components) -> JSONValue {
        var members = formWords(&components)
        if let meaning { members.append(JSONMember("description", .string(meaning))) }
        if !values.isEmpty {
            members.append(JSONMember(isExtensible ? "x-extensible-enum" : "enum", .array(values)))
        }
        return .object(members + words)
    }

    private func formWords(_ components: inout Components) -> [JSONMember] {
        switch form {
        case .any: return []
        case .scalar(let types): return [type(types)]
        case .array(let element): return [type(["array"]), JSONMember("items", element.json(&components))]
        case .object(let properties, let others):
            return [type(["object"])] + Self.objectWords(properties, others, &components)
        case .oneOf(let schemas, let discriminator):
            let choice = JSONMember("oneOf", .array(schemas.map { $0.json(&components) }))
            return [choice, discriminator.word]
        case .anyOf(let schemas):
            let choices = schemas.map { $0.json(&components) } + (isNullable ? [["type": "null"]] : [])
            return [JSONMember("anyOf", .array(choices))]
        case .named(let name, let schema):
            components.add(schema, named: name)
            let link = JSONMember("$ref", .string(Components.reference("schemas", name)))
            return isNullable ? [JSONMember("anyOf", [.object([link]), ["type": "null"]])] : [link]
        }
    }

    private func type(_ types: [String]) -> JSONMember {
        let all = types + (isNullable ? ["null"] : [])
        return JSONMember("type", all.count == 1 ? .string(all[0]) : .array(all.map { .string($0) }))
    }

    private static func objectWords(
        _ properties: [Property], _ others: Others, _ components: inout Components
    ) -> [JSONMember] {
        var words: [JSONMember] = []
        if !properties.isEmpty {
            let members = properties.map { JSONMember($0.name, $0.schema.json(&components)) }
            words.append(JSONMember("properties", .object(members)))
        }
        let required = properties.filter { !$0.schema.isOptional }.map { JSONValue.string($0.name) }
        if !required.isEmpty { words.append(JSONMember("required", .array(required))) }
        switch others {
        case .open: break
        case .closed: words.append(JSONMember("additionalProperties", .bool(false)))
        case .each(.any): words.append(JSONMember("additionalProperties", .bool(true)))
        case .each(let schema): words.append(JSONMember("additionalProperties", schema.json(&components)))
        }
        return words
    }
}

extension Schema.Discriminator {
    fileprivate var word: JSONMember {
        let mapping = names.map {
            JSONMember($0.value, .string(Components.reference("schemas", $0.schema)))
        }
        return JSONMember(
            "discriminator",
            .object([
                JSONMember("propertyName", .string(property)), JSONMember("mapping", .object(mapping)),
            ]))
    }
}
