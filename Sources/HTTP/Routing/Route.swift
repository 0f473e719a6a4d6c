/// One call of the service: a method, a path's pattern, what its body may be, and who answers it.
///
/// A class, since each request holds on to its route: one count instead of one for each part.
package final class Route {
    package typealias Handler = (Request) async -> Response
    /// Sends its reply piece by piece; what it returns is the reply where it has begun none.
    package typealias Streaming = (Request, ResponsePieces) async -> Response
    /// Decides by the head alone, before a body is kept, whether one will be: nil lets the caller send it.
    package typealias Admission = (Request) async -> Response?

    /// A route's body.
    package enum Body: Sendable {
        /// A body that comes all the same is read up to the limit and dropped.
        case none
        /// `application/json` and nothing else, else 415.
        case json
        /// `application/x-www-form-urlencoded`, else 415.
        case form
        /// Whatever comes.
        case any
    }

    package let method: Method
    /// Such as `/v1/users/{uid}/ledger`; also its name in logs and metrics.
    package let pattern: String
    package let body: Body
    /// Nil for the server's own limit.
    package let bodyBytesMax: Int?
    /// Nil for the server's own limit.
    package let handlerTimeoutMilliseconds: Int?
    /// Asked when the server's own limit is over: whether what may take that time is being done. Nil where
    /// all requests have that time.
    package let takesLong: (() -> Bool)?
    /// Whether each request would be refused for want of time. It is refused then without a look at its
    /// caller and its body. Nil where only the handler knows.
    package let isBusy: (() -> Bool)?
    /// Whether it is answered when there is no room for anything else.
    package let isVital: Bool
    /// Called also for requests that never reach the handler.
    package let problemForm: ProblemForm
    /// Called before a body arrives; the handler checks again. Nil for a public route.
    package let admission: Admission?
    package let handler: Handler
    /// Instead of `handler`.
    package let streaming: Streaming?

    package init(
        _ method: Method, _ pattern: String, body: Body = .none, bodyBytesMax: Int? = nil,
        handlerTimeoutMilliseconds: Int? = nil, takesLong: (() -> Bool)? = nil,
        isBusy: (() -> Bool)? = nil, isVital: Bool = false, problemForm: ProblemForm = .problemDetails,
        admission: Admission? = nil, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.body = body
        self.bodyBytesMax = bodyBytesMax
        self.handlerTimeoutMilliseconds = handlerTimeoutMilliseconds
        self.takesLong = takesLong
        self.isBusy = isBusy
        self.isVital = isVital
        self.problemForm = problemForm
        self.admission = admission
        self.handler = handler
        streaming = nil
    }

    /// A route whose reply is made while it is sent.
    package init(
        _ method: Method, _ pattern: String, handlerTimeoutMilliseconds: Int? = nil,
        problemForm: ProblemForm = .problemDetails, admission: Admission? = nil,
        streaming: @escaping Streaming
    ) {
        self.method = method
        self.pattern = pattern
        body = .none
        bodyBytesMax = nil
        self.handlerTimeoutMilliseconds = handlerTimeoutMilliseconds
        takesLong = nil
        isBusy = nil
        isVital = false
        self.problemForm = problemForm
        self.admission = admission
        handler = { Problem.internalError.response(requestID: $0.id) }
        self.streaming = streaming
    }
}
