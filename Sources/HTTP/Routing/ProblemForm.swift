/// How a route or a site tells what went wrong: as problem details, unless its clients were written for
/// another form.
package struct ProblemForm: Sendable {
    private let form: @Sendable (Problem, RequestID) -> Response

    package init(_ form: @escaping @Sendable (Problem, RequestID) -> Response) {
        self.form = form
    }

    /// RFC 9457.
    package static let problemDetails = ProblemForm { $0.response(requestID: $1) }

    package func response(to problem: Problem, requestID: RequestID) -> Response {
        form(problem, requestID)
    }
}
