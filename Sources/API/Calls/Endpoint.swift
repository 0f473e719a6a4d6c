internal import HTTP

/// One call of the API: what it reads, what it answers, and the use case between them.
protocol Endpoint {
    associatedtype Input: EndpointInput = NoInput
    associatedtype Output: EndpointOutput

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output
}

/// What an endpoint takes from a request, every mistake collected.
protocol EndpointInput {
    /// What the route takes as a body.
    static var body: Route.Body { get }
    /// Whether `read` looks at the query; else the gate refuses what is in it.
    static var readsQuery: Bool { get }

    static func read(_ request: Request) throws(Problem) -> Self
}

extension EndpointInput {
    static var body: Route.Body { .none }
    static var readsQuery: Bool { false }
}

/// A query's items, each of which is known and comes once.
protocol QueryInput: EndpointInput {
    init(_ fields: inout Fields) throws(Problem)
}

extension QueryInput {
    static var readsQuery: Bool { true }

    static func read(_ request: Request) throws(Problem) -> Self {
        var fields = Fields(request.query)
        let input = try Self(&fields)
        try fields.finish()
        return input
    }
}

/// A body of JSON.
protocol BodyInput: EndpointInput {
    init(_ fields: inout Fields) throws(Problem)
}

extension BodyInput {
    static var body: Route.Body { .json }

    static func read(_ request: Request) throws(Problem) -> Self {
        var fields = try request.fields()
        return try Self(&fields)
    }
}

/// A body of JSON that may be left out: no body reads as an object without fields.
protocol OptionalBodyInput: BodyInput {}

extension OptionalBodyInput {
    static func read(_ request: Request) throws(Problem) -> Self {
        var fields = request.body.isEmpty ? Fields(element: .object([]), pointer: "") : try request.fields()
        return try Self(&fields)
    }
}

/// Nothing but the path.
struct NoInput: EndpointInput {
    static func read(_ request: Request) -> NoInput { NoInput() }
}

/// A reply that succeeded.
protocol EndpointOutput {
    var response: Response { get }
}

/// A reply of JSON.
protocol JSONOutput: EndpointOutput, JSONEncodable {
    var status: Int { get }
    var headers: [ResponseHeader] { get }
}

extension JSONOutput {
    var status: Int { 200 }
    var headers: [ResponseHeader] { [] }

    var response: Response {
        .json(self, status: status, headers: headers)
    }
}

extension Response: EndpointOutput {
    var response: Response { self }
}
