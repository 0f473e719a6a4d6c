internal import Forms
internal import HTTP
package import JSON

/// Something that a call takes beside its body.
package struct Parameter: Sendable {
    enum Location: String {
        case path
        case query
        case header
    }

    let name: String
    let location: Location
    let schema: Schema
    let isRequired: Bool
    let meaning: String?
    private(set) var example: JSONValue?

    /// A segment of the path, `{name}` in the route's pattern.
    package static func path(_ name: String, _ schema: Schema, _ meaning: String? = nil) -> Parameter {
        Parameter(name, .path, schema, isRequired: true, meaning)
    }

    package static func query(
        _ name: String, _ schema: Schema, _ meaning: String? = nil, isRequired: Bool = false
    ) -> Parameter {
        Parameter(name, .query, schema, isRequired: isRequired, meaning)
    }

    package static func header(
        _ name: String, _ schema: Schema, _ meaning: String? = nil, isRequired: Bool = false
    ) -> Parameter {
        Parameter(name, .header, schema, isRequired: isRequired, meaning)
    }

    private init(_ name: String, _ location: Location, _ schema: Schema, isRequired: Bool, _ meaning: String?)
    {
        self.name = name
        self.location = location
        self.schema = schema
        self.isRequired = isRequired
        self.meaning = meaning
    }

    func example(_ value: JSONValue) -> Parameter {
        var parameter = self
        parameter.example = value
        return parameter
    }

    func json(_ components: inout Components) -> JSONValue {
        var members = [JSONMember("name", .string(name)), JSONMember("in", .string(location.rawValue))]
        if isRequired { members.append(JSONMember("required", .bool(true))) }
        if let meaning { members.append(JSONMember("description", .string(meaning))) }
        // Of a query: the elements of a list are separated by commas.
        if location == .query, case .array = schema.form {
            members += [JSONMember("style", "form"), JSONMember("explode", false)]
        }
        members.append(JSONMember("schema", schema.json(&components)))
        if let example { members.append(JSONMember("example", example)) }
        return .object(members)
    }
}

extension Parameter {
    /// The default meaning of a name in a path.
    static let usual: [String: Parameter] = [
        "uid": .path("uid", .pathUser, "Identifies the user."),
        "name": .path("name", .ruleName, "Identifies the rule."),
        "code": .path("code", .linkCode, "Identifies the link; case-sensitive."),
    ]
}
