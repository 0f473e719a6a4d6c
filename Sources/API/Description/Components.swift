internal import Forms
internal import HTTP
internal import JSON

/// The named components of the document, collected while the rest is written.
struct Components {
    private var schemas: [String: (schema: Schema, json: JSONValue)] = [:]
    private var responses: [String: (refusal: Refusal, json: JSONValue)] = [:]
    private var headers: [String: ReplyHeader] = [:]
    private(set) var problems: [String: Problem] = [:]

    static func reference(_ kind: String, _ name: String) -> String {
        "#/components/\(kind)/\(name)"
    }

    static func link(_ kind: String, _ name: String) -> JSONValue {
        .object([JSONMember("$ref", .string(reference(kind, name)))])
    }

    /// Two schemas of one name are a mistake in the program.
    mutating func add(_ schema: Schema, named name: String) {
        if let known = schemas[name] {
            precondition(known.schema == schema, "two schemas are named \(name)")
            return
        }
        schemas[name] = (schema, .null)
        schemas[name] = (schema, schema.json(&self))
    }

    mutating func link(_ refusal: Refusal, named name: String) -> JSONValue {
        if let known = responses[name] {
            precondition(known.refusal == refusal, "two refusals are named \(name)")
        } else {
            responses[name] = (refusal, refusal.json(&self))
        }
        return Self.link("responses", name)
    }

    mutating func link(_ header: ReplyHeader) -> JSONMember {
        headers[header.component] = header
        return JSONMember(header.name, Self.link("headers", header.component))
    }

    /// As an example of what a reply with a problem looks like.
    mutating func link(_ problem: Problem) -> JSONMember {
        problems[problem.slug] = problems[problem.slug] ?? problem
        return JSONMember(problem.slug, Self.link("examples", problem.slug))
    }

    /// By name, so that the document is the same whenever it is written.
    mutating func json(_ security: JSONValue) -> JSONValue {
        listProblems()
        let headers = headers.mapValues { $0.json(&self) }
        return .object([
            JSONMember("securitySchemes", security),
            JSONMember("schemas", Self.sorted(schemas.mapValues(\.json))),
            JSONMember("responses", Self.sorted(responses.mapValues(\.json))),
            JSONMember("headers", Self.sorted(headers)),
            JSONMember("examples", Self.sorted(problems.mapValues(\.example))),
        ])
    }

    /// Which problems there are is only known when everything else is written.
    private mutating func listProblems() {
        guard case .named(let name, let schema) = Problem.schema(ofTypes: problems.keys.sorted()).form else {
            return
        }
        schemas[name] = (schema, schema.json(&self))
    }

    private static func sorted(_ values: [String: JSONValue]) -> JSONValue {
        .object(values.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })
    }
}
