internal import Forms
internal import HTTP
internal import JSON

/// The API's description as its page presents it: calls in order, references resolved.
struct ReferenceDocument {
    struct Call {
        let method: String
        /// Such as `/v1/users/{uid}/redemptions`.
        let pattern: String
        let value: JSONValue

        /// Its name in anchors and generated clients.
        var id: String { value["operationId"]?.text ?? pattern }
        var summary: String { value["summary"]?.text ?? id }
    }

    struct Tag {
        let name: String
        let meaning: String?
        let calls: [Call]

        var anchor: String { "calls-" + name.lowercased().replacing(" ", with: "-") }
    }

    let root: JSONValue
    let tags: [Tag]
    /// Schemas within others. The rest is described where it is used.
    let types: [JSONMember]

    init(_ root: JSONValue) {
        self.root = root
        let calls = Self.calls(of: root)
        tags = (root["tags"]?.elements ?? []).compactMap { tag in
            guard let name = tag["name"]?.text else { return nil }
            let own = calls.filter { $0.value["tags"]?.elements.contains(.string(name)) == true }
            guard !own.isEmpty else { return nil }
            return Tag(name: name, meaning: tag["description"]?.text, calls: own)
        }
        let schemas = root["components"]?["schemas"]?.members ?? []
        let nested = Set(schemas.flatMap { Self.references(within: $0.value) })
        types = schemas.filter { nested.contains($0.name) }.sorted { $0.name < $1.name }
    }

    /// `value`, or the target of its `$ref`.
    func followed(_ value: JSONValue?) -> JSONValue? {
        guard let path = value?["$ref"]?.text else { return value }
        var found: JSONValue? = root
        for part in path.split(separator: "/").dropFirst() { found = found?[String(part)] }
        return followed(found)
    }

    /// Whether there is a paragraph on the schema of this name.
    func explains(_ name: String) -> Bool {
        types.contains { $0.name == name }
    }

    private static func calls(of root: JSONValue) -> [Call] {
        (root["paths"]?.members ?? []).flatMap { path in
            path.value.members.map { Call(method: $0.name.uppercased(), pattern: path.name, value: $0.value) }
        }
    }

    private static func references(within value: JSONValue) -> [String] {
        if let name = value.referenceName { return [name] }
        return (value.members.map(\.value) + value.elements).flatMap { references(within: $0) }
    }
}

// Short ways into JSON; an absent part is an empty one.

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var members: [JSONMember] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The last part of a `$ref`.
    var referenceName: String? {
        self["$ref"]?.text?.split(separator: "/").last.map(String.init)
    }
}
