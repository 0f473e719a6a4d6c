internal import HTTP
internal import Links
internal import Service

/// Makes a short link.
struct MakeLink: Endpoint {
    /// Read where the app's profile is known.
    struct Input: EndpointInput {
        let fields: Fields

        static var body: Route.Body { .json }

        static func read(_ request: Request) throws(Problem) -> Input {
            Input(fields: try request.fields())
        }
    }

    /// 201, or 200 when the alias named this very link before.
    struct Output: JSONOutput {
        let made: MadeLink
        let warnings: [LinkWarning]

        var status: Int { made.isNew ? 201 : 200 }
        var headers: [ResponseHeader] { [made.link.location] }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("link", LinkView(link: made.link))
                writer.member("warnings", warnings.map(LinkWarningView.init))
            }
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        var fields = input.fields
        let link = try LinkInput(&fields, profile: try making.profile(), now: WallClock.now)
        let (made, warnings) = try await making.make(
            link.spec, code: link.code, owner: call.userOrNil, beside: link.mistakes)
        return Output(made: made, warnings: warnings)
    }
}

extension Link {
    var location: ResponseHeader { ResponseHeader(.location, "/v1/links/\(code)") }
}
