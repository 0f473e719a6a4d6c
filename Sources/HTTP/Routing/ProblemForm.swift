/// How a route or a site tells what went wrong: as problem details, unless its clients were written for
/// another form.
package struct ProblemForm: Sendable {
    package typealias Write = @Sendable (Problem, RequestID, _ headers: Headers?) -> Response

    private let write: Write

    package init(_ write: @escaping Write) {
        self.write = write
    }

    /// RFC 9457.
    package static let problemDetails = ProblemForm { problem, id, _ in problem.response(requestID: id) }

    /// - Parameter headers: the request's, once they were read.
    package func response(to problem: Problem, requestID: RequestID, headers: Headers?) -> Response {
        write(problem, requestID, headers)
    }
}
