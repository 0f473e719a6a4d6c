internal import EventLoops
internal import Tracing

/// The request that a connection is receiving or answering.
final class CurrentRequest {
    let id: RequestID
    let startedAt: MonotonicInstant
    var head: RequestHead?
    /// Nil on a server of one app.
    private(set) var way: Front.Way?
    /// Nil for a request that isn't traced.
    var trace: RequestTrace?
    var route: Route?
    var parameters: [RouteParameter] = []
    var pattern: String?
    private(set) var problemForm = ProblemForm.problemDetails
    /// The reply, when it was decided before any handler was asked.
    var decided: Response?
    var body: [UInt8] = []
    var bodyBytes = 0
    /// Of the body more is to come, so that a reply now is the connection's last.
    var awaitsBody = false

    init(id: RequestID, startedAt: MonotonicInstant) {
        self.id = id
        self.startedAt = startedAt
    }

    /// Whether the body will be read.
    var keepsBody: Bool {
        guard let route else { return false }
        return decided == nil && route.body != .none
    }

    /// Reads the head and decides from it: the handler, or the refusal.
    func accept(_ head: RequestHead, router: Router) {
        self.head = head
        switch router.match(head) {
        case .route(let route, let parameters):
            self.route = route
            self.parameters = parameters
            pattern = route.pattern
            problemForm = route.problemForm
            if let problem = MediaType.refusal(of: head, for: route.body) { refuse(problem) }
        case .answer(let response, let pattern):
            self.pattern = pattern
            decided = response
        case .refusal(let problem, let form, let pattern):
            self.pattern = pattern
            problemForm = form
            refuse(problem)
        }
    }

    func accept(_ way: Front.Way) {
        self.way = way
        if let refusal = way.refusal {
            head = way.head
            return refuse(refusal)
        }
        accept(way.head, router: way.router)
    }

    /// It was decided that the body may come, or is being decided.
    var isBodyWelcome = false

    /// Its memory while its body arrives.
    var keptBytes: Int { body.capacity + (head?.headers.bytes.count ?? 0) }

    func refuse(_ problem: Problem) {
        decided = response(to: problem)
    }

    /// In the form of the route or the site, once that is known.
    func response(to problem: Problem) -> Response {
        problemForm.response(to: problem, requestID: id, headers: head?.headers)
    }

    func exchange(status: Int, responseBytes: Int, now: MonotonicInstant) -> Exchange {
        Exchange(
            requestID: id, method: head.map { $0.method?.rawValue ?? "other" }, pattern: pattern,
            status: status,
            durationNanoseconds: now.nanoseconds(since: startedAt), requestBytes: bodyBytes,
            responseBytes: responseBytes, trace: trace)
    }
}
