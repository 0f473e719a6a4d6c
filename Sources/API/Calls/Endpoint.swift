package import HTTP
package import JSON

/// One call of the API: what it reads, what it answers, the use case between them, and what it says of
/// itself.
package protocol Endpoint {
    associatedtype Input: EndpointInput = NoInput
    associatedtype Output: EndpointOutput

    /// The API's description of it, beyond the parts that follow from its route, its input and its output.
    var operation: Operation { get }

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output
}

/// An endpoint that has a word of its own on who may send it a body, by the head alone: keys in the query or
/// the path, a rate limit. It takes nothing off that, since `respond` does.
package protocol GuardedEndpoint: Endpoint {
    func admit(_ call: Call) async throws(Problem)
}

/// An endpoint whose reply is made while it is sent.
package protocol StreamingEndpoint: Endpoint where Output == Response {
    /// Throws as long as nothing was sent.
    func stream(_ input: Input, on call: Call, through pieces: ResponsePieces) async throws(Problem)
}

extension StreamingEndpoint {
    /// Not called: the gate streams.
    package func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        throw .internalError
    }
}

/// An endpoint's input from a request, with all mistakes collected.
package protocol EndpointInput {
    /// The route's body.
    static var body: Route.Body { get }
    /// Whether `read` looks at the query; else the gate refuses what is in it.
    static var readsQuery: Bool { get }
    /// The body's form; nil without one, and where each endpoint has a form of its own.
    static var content: Content? { get }
    static var isBodyRequired: Bool { get }
    /// The query parameters and header fields that it reads.
    static var parameters: [Parameter] { get }

    static func read(_ request: Request) throws(Problem) -> Self
}

extension EndpointInput {
    package static var body: Route.Body { .none }
    package static var readsQuery: Bool { false }
    package static var content: Content? { nil }
    package static var isBodyRequired: Bool { true }
    package static var parameters: [Parameter] { [] }
}

/// A query's items, each of which is known and comes once.
package protocol QueryInput: EndpointInput {
    init(_ fields: inout Fields) throws(Problem)
}

extension QueryInput {
    package static var readsQuery: Bool { true }

    package static func read(_ request: Request) throws(Problem) -> Self {
        var fields = Fields(request.query)
        let input = try Self(&fields)
        try fields.finish()
        return input
    }
}

/// A body of JSON, read in a way of its own.
package protocol JSONInput: EndpointInput {
    static var schema: Schema { get }
}

extension JSONInput {
    package static var body: Route.Body { .json }
    package static var content: Content? { .json(schema) }
}

/// A body of JSON and nothing else.
package protocol BodyInput: JSONInput {
    init(_ fields: inout Fields) throws(Problem)
}

extension BodyInput {
    package static func read(_ request: Request) throws(Problem) -> Self {
        var fields = try request.fields()
        return try Self(&fields)
    }
}

/// A body of JSON that lists its fields.
package protocol FormedInput: BodyInput {
    static var form: RequestForm<Self> { get }
}

extension FormedInput {
    package static var schema: Schema { form.schema }
    package static var content: Content? { .json(schema, example: form.example) }

    package init(_ fields: inout Fields) throws(Problem) {
        self = try Self.form.read(&fields)
    }
}

/// The same, which may be left out.
package protocol FormedOptionalInput: OptionalBodyInput, FormedInput {}

/// A query that lists its items.
package protocol FormedQuery: QueryInput {
    static var form: RequestForm<Self> { get }
}

extension FormedQuery {
    package static var parameters: [Parameter] { form.parameters }

    package init(_ fields: inout Fields) throws(Problem) {
        self = try Self.form.read(&fields)
    }
}

/// A body of JSON that may be left out: no body reads as an object without fields.
package protocol OptionalBodyInput: BodyInput {}

extension OptionalBodyInput {
    package static var isBodyRequired: Bool { false }

    package static func read(_ request: Request) throws(Problem) -> Self {
        var fields = request.body.isEmpty ? Fields(element: .object([]), pointer: "") : try request.fields()
        return try Self(&fields)
    }
}

/// Nothing but the path.
package struct NoInput: EndpointInput {
    package static func read(_ request: Request) -> NoInput { NoInput() }
}

/// Only the path, of a call that changes something. A body must be an empty object: an unread amount must
/// not look like a partial capture.
package struct NoFields: EndpointInput {
    package static var body: Route.Body { .any }

    package static func read(_ request: Request) throws(Problem) -> NoFields {
        guard !request.body.isEmpty else { return NoFields() }
        let fields = try request.fields()
        try fields.finish()
        return NoFields()
    }
}

/// A reply that succeeded.
package protocol EndpointOutput {
    /// The body's form; nil where the endpoint itself says what comes.
    static var content: Content? { get }
    var response: Response { get }
}

/// A reply of JSON.
package protocol JSONOutput: EndpointOutput, Described {
    var status: Int { get }
    var headers: [ResponseHeader] { get }
}

extension JSONOutput {
    package static var content: Content? { .json(schema) }
    package var status: Int { 200 }
    package var headers: [ResponseHeader] { [] }

    package var response: Response {
        .json(self, status: status, headers: headers)
    }
}

extension JSONOutput where Self: Formed {
    package static var content: Content? { .json(schema, example: form.example) }
}

extension Response: EndpointOutput {
    package static var content: Content? { nil }
    package var response: Response { self }
}
