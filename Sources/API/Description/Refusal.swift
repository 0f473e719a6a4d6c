package import HTTP
internal import JSON

/// The error replies of a call, by status.
package struct Refusal: Equatable, Sendable {
    /// Nil for all statuses that nothing else is said of.
    let status: Int?
    let meaning: String
    /// Each is shown as an example.
    let problems: [Problem]
    let headers: [ReplyHeader]
    /// Other bodies than problem details.
    let contents: [Content]
    /// Its name among the document's components; nil for one endpoint's own.
    let component: String?

    /// - Parameter headers: by default those of the status.
    package init(
        _ status: Int?, _ meaning: String, _ problems: [Problem] = [], headers: [ReplyHeader]? = nil,
        contents: [Content] = [], as component: String? = nil
    ) {
        self.status = status
        self.meaning = meaning
        self.problems = problems
        self.headers = headers ?? Self.usualHeaders(of: status)
        self.contents = contents
        self.component = component
    }

    private static func usualHeaders(of status: Int?) -> [ReplyHeader] {
        switch status {
        case 401: [.wwwAuthenticate]
        case 429, 503: [.retryAfter]
        case nil: [.allow]
        default: []
        }
    }

    /// The same status for the reasons of both, told in this one's words.
    func joined(with other: Refusal) -> Refusal {
        Refusal(
            status, meaning, other.problems + problems, headers: headers, contents: contents)
    }

    /// The key among an operation's responses.
    var key: String { status.map(String.init) ?? "default" }

    func member(_ components: inout Components) -> JSONMember {
        guard let component else { return JSONMember(key, json(&components)) }
        return JSONMember(key, components.link(self, named: component))
    }

    func json(_ components: inout Components) -> JSONValue {
        var bodies = contents.map { $0.member(&components) }
        if !problems.isEmpty {
            bodies.append(JSONMember("application/problem+json", problemContent(&components)))
        }
        return .object([
            JSONMember("description", .string(meaning)),
            JSONMember("headers", Reply.headers(headers, &components)),
            JSONMember("content", .object(bodies)),
        ])
    }

    private func problemContent(_ components: inout Components) -> JSONValue {
        .object([
            JSONMember("schema", Problem.schema.json(&components)),
            JSONMember("examples", .object(problems.map { components.link($0) })),
        ])
    }
}
