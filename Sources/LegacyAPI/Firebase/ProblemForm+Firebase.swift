internal import API
internal import HTTP
internal import JSON

extension ProblemForm {
    /// The error replies of Google's APIs: `{error: {code, message, status}}`. The code is HTTP's and the
    /// status its name in gRPC. A well-formed but invalid request was 400 there.
    static let firebase = ProblemForm { problem, _, _ in
        let code = problem.status == 422 ? 400 : problem.status
        var response = Response.json(status: code) { writer in
            writer.object { writer in
                writer.key("error")
                writer.object { writer in
                    writer.member("code", code)
                    writer.member("message", problem.message)
                    writer.member("status", gRPCStatus(code))
                }
            }
        }
        response.headers = problem.headers
        response.closesConnection = problem.closesConnection
        return response
    }

    /// google.rpc.Code, by HTTP status.
    private static func gRPCStatus(_ status: Int) -> String {
        switch status {
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404: "NOT_FOUND"
        case 409: "ALREADY_EXISTS"
        case 429: "RESOURCE_EXHAUSTED"
        case 405, 501: "UNIMPLEMENTED"
        case 408: "DEADLINE_EXCEEDED"
        case 503: "UNAVAILABLE"
        case 500...: "INTERNAL"
        default: "INVALID_ARGUMENT"
        }
    }
}

extension Problem {
    /// All that a problem says, in one line, for forms that have only one.
    var message: String {
        guard !errors.isEmpty else { return detail.map { "\(title): \($0)" } ?? title }
        return errors.map { $0.pointer.isEmpty ? $0.detail : "\($0.pointer): \($0.detail)" }
            .joined(separator: " ")
    }
}

extension Schema {
    static var firebaseError: Schema {
        .object(
            "FirebaseError", means: "An error in the form of Google's APIs.", ["error": .firebaseErrorDetails]
        )
    }

    static var firebaseErrorDetails: Schema {
        .object(
            "FirebaseErrorDetails", means: "The mistake, in the form of Google's APIs.",
            [
                "code": .integer(400...599).means("The HTTP status."),
                "message": .string(upTo: 8192).means("In words."),
                "status": .openChoice(
                    "INVALID_ARGUMENT", "UNAUTHENTICATED", "PERMISSION_DENIED", "NOT_FOUND", "ALREADY_EXISTS",
                    "RESOURCE_EXHAUSTED", "UNIMPLEMENTED", "DEADLINE_EXCEEDED", "UNAVAILABLE", "INTERNAL"
                ).means("Google's name for it."),
            ])
    }
}
