internal import API
internal import HTTP
internal import JSON

extension ProblemForm {
    /// The error replies of Branch's HTTP API: `{error: {code, message}}`. It had 400 for an invalid
    /// request and for unknown keys, 402 for too little credit, 409 for an alias in use.
    static let branch = ProblemForm { problem, _, _ in
        let code = status(of: problem)
        var response = Response.json(status: code) { writer in
            writer.object { writer in
                writer.key("error")
                writer.object { writer in
                    writer.member("code", code)
                    writer.member("message", problem.message)
                }
            }
        }
        response.headers = problem.headers
        response.closesConnection = problem.closesConnection
        return response
    }

    private static func status(of problem: Problem) -> Int {
        if problem.slug == "insufficient-balance" { return 402 }
        return [401, 403, 422].contains(problem.status) ? 400 : problem.status
    }
}

extension Schema {
    static var branchError: Schema {
        .object("BranchError", means: "An error as Branch wrote it.", ["error": .branchErrorDetails])
    }

    static var branchErrorDetails: Schema {
        .object(
            "BranchErrorDetails", means: "The mistake, in Branch's form.",
            [
                "code": .integer(400...599).means("The HTTP status."),
                "message": .string(upTo: 8192).means("In words."),
            ])
    }
}
