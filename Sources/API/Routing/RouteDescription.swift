internal import Forms
internal import HTTP
internal import JSON

/// The description of one route: the parts that follow from the route and the endpoint's types, and the
/// endpoint's own texts.
struct RouteDescription {
    let method: Method
    /// Such as `/v1/users/{uid}/redemptions`.
    let pattern: String
    let access: Access
    let style: ProblemStyle
    /// Whether a query that it doesn't know is a mistake.
    let refusesQuery: Bool
    let operation: Operation
    /// Of the query and the header.
    let parameters: [Parameter]
    let body: Content?
    private let bodyKind: Route.Body
    let isBodyRequired: Bool
    let output: Content?

    init<E: Endpoint>(
        _ method: Method, _ pattern: String, _ access: Access, _ style: ProblemStyle,
        _ unknownQuery: UnknownQuery, _ endpoint: E
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.style = style
        refusesQuery = unknownQuery == .refused
        operation = endpoint.operation
        parameters = E.Input.parameters
        bodyKind = E.Input.body
        body = E.Input.content
        isBodyRequired = E.Input.isBodyRequired
        output = E.Output.content
    }

    /// Whether the route reads a body.
    var takesBody: Bool { bodyKind != .none }

    /// Whether the caller, or the path, names a user, who may have become an account.
    var namesUser: Bool { access.contains(.user) || pattern.contains("{uid}") }

    func json(_ components: inout Components, servers: JSONValue? = nil) -> JSONValue {
        var members = [
            JSONMember("operationId", .string(operation.id)),
            JSONMember("tags", .array([.string(operation.tag.name)])),
            JSONMember("summary", .string(operation.summary)),
        ]
        if let text = operation.text { members.append(JSONMember("description", .string(text))) }
        members.append(JSONMember("security", access.security))
        if let servers { members.append(JSONMember("servers", servers)) }
        let parameters = (pathParameters + parameters + operation.parameters.filter { $0.location != .path })
        if !parameters.isEmpty {
            members.append(JSONMember("parameters", .array(parameters.map { $0.json(&components) })))
        }
        if let request = request(&components) { members.append(JSONMember("requestBody", request)) }
        return .object(members + [JSONMember("responses", responses(&components))])
    }

    /// In the order of the path: the endpoint's own, or the usual one of the name.
    private var pathParameters: [Parameter] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            let name = String(segment.dropFirst().dropLast())
            let own = operation.parameters.first { $0.location == .path && $0.name == name }
            guard let parameter = own ?? Parameter.usual[name] else {
                preconditionFailure("\(pattern): \(name) has no description")
            }
            return parameter
        }
    }

    private func request(_ components: inout Components) -> JSONValue? {
        guard var body = operation.bodySchema.map({ Content.json($0) }) ?? body else { return nil }
        body.example = operation.bodyExample ?? body.example
        let content = JSONMember("content", .object([body.member(&components)]))
        return .object((isBodyRequired ? [JSONMember("required", .bool(true))] : []) + [content])
    }

    private func responses(_ components: inout Components) -> JSONValue {
        let replies = operation.replies.map { given in
            JSONMember(String(given.status), reply(given).json(&components))
        }
        return .object(replies + refusals.map { $0.member(&components) })
    }

    private func reply(_ given: Operation.Given) -> Reply {
        var contents = given.contents.isEmpty ? [output].compactMap(\.self) : given.contents
        if let example = given.example ?? contents.first?.example ?? contents.first?.schema.sample {
            contents[0].example = example
        }
        return Reply(
            status: given.status, meaning: given.meaning, contents: contents, headers: given.headers)
    }

    /// By status. The endpoint's own description replaces the general one of a status.
    private var refusals: [Refusal] {
        var refusals = style.refusals(of: self)
        for own in operation.refusals {
            if let index = refusals.firstIndex(where: { $0.status == own.status }) {
                refusals[index] = own.joined(with: refusals[index])
            } else {
                refusals.append(own)
            }
        }
        return refusals.sorted { ($0.status ?? .max) < ($1.status ?? .max) }
    }
}
