internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Pages

/// The target of a problem's `type`: a page for browsers, the same as JSON for other clients.
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

extension ShowProblem {
    var operation: Operation {
        Operation(
            "showProblem", .operating, "Explain a problem type",
            "The page that a problem's `type` links to: its meaning and remedy. As HTML for clients that accept it."
        )
        .takes(
            .path("slug", .string(1...128), "The last part of the problem's `type`.")
                .example("insufficient-balance")
        )
        .gives(
            "The meaning.", .ifPage(.contentSecurityPolicy), .ifPage(.referrerPolicy),
            as: .json(.problemType, example: Self.example), .html
        )
        .refuses(.notFound)
    }

    private static var example: JSONValue {
        let type = ProblemType.insufficientBalance
        return [
            "type": .string(type.path), "title": .string(type.title), "status": .integer(Int64(type.status)),
            "meaning": .string(type.meaning), "remedy": .string(type.remedy),
        ]
    }
}

extension Schema {
    fileprivate static var problemType: Schema {
        .object(
            "ProblemType", means: "A kind of problem. Its texts set code apart with backticks.",
            [
                "type": .string.pattern("/problems/[a-z-]+").atMost(128).means("As in the problem."),
                "title": .string(upTo: 8192).means("In words; the same for all problems of the type."),
                "status": .integer(400...599).means("The HTTP status."),
                "meaning": .string(upTo: 8192).means("The meaning."),
                "remedy": .string(upTo: 8192).means("What to do about it."),
            ])
    }
}

extension ReplyHeader {
    /// Of a reply that is a page only to those who accept one.
    fileprivate static func ifPage(_ header: ReplyHeader) -> ReplyHeader {
        ReplyHeader(
            header.name, as: header.name + "-If-Page", "For the page.", isRequired: false,
            example: header.example)
    }
}
