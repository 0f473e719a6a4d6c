internal import HTTP

/// What a problem's `type` leads to: a page for browsers, the same as JSON for all others.
struct ShowProblem: Endpoint {
    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let type = call.request.parameter("slug").flatMap(ProblemType.named) else { throw .notFound }
        return call.request.headers.acceptsHTML ? WebPage.explanation(of: type).response : json(type)
    }

    private func json(_ type: ProblemType) -> Response {
        .json { writer in
            writer.object { writer in
                writer.member("type", type.path)
                writer.member("title", type.title)
                writer.member("status", type.status)
                writer.member("meaning", type.meaning)
                writer.member("remedy", type.remedy)
            }
        }
    }
}
