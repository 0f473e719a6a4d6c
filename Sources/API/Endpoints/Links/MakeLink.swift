internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Makes a short link.
struct MakeLink: Endpoint {
    /// Read where the app's profile is known.
    struct Input: JSONInput {
        let fields: Fields

        static var schema: Schema { LinkInput.schema }

        static func read(_ request: Request) throws(Problem) -> Input {
            Input(fields: try request.fields())
        }
    }

    /// 201, or 200 when the alias named this very link before.
    struct Output: JSONOutput, Formed {
        let view: LinkView
        let isNew: Bool
        let warnings: [LinkWarning]

        var status: Int { isNew ? 201 : 200 }
        var headers: [ResponseHeader] { [view.link.location] }

        static let form = Form<Self>("NewLinkReply", means: "A link, and notes for its creator.") {
            Member("link", \.view, sample: LinkView.example)
            Member(
                "warnings", { $0.warnings.map(LinkWarningView.init) }, "Notes that didn't prevent the link.",
                sample: [])
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        var fields = input.fields
        let link = try LinkInput(&fields, profile: try making.profile(), now: making.links.now)
        let (made, warnings) = try await making.make(
            link.spec, code: link.code, owner: call.userOrNil, by: call.isKey ? .key : .player,
            beside: link.mistakes)
        return Output(view: making.view(of: made.link), isNew: made.isNew, warnings: warnings)
    }
}

extension MakeLink {
    var operation: Operation {
        Operation(
            "makeLink", .links, "Create a short link",
            """
            Names and meanings are those of Firebase Dynamic Links and Branch. A link made with a user's \
            token belongs to the user; one made with a key belongs to the app. The profile may limit titles, \
            texts and images of users' links (`player_cards`).
            """
        )
        .takes([
            "link": "https://example.com/summer",
            "alias": "summer",
            "android": ["package_name": "com.example.game"],
            "channel": "email",
            "tags": ["sale"],
            "data": ["level": 3],
        ])
        .gives("The alias already has the same link.", .location)
        .gives(201, "The new link.", .location)
        .refuses(
            "The body is malformed, or a URL is not allowed for the app's links.",
            .linkNotAllowed
        )
        .refuses(.linksOff)
        .refuses("Another link has the alias.", LinkError.aliasInUse.problem)
        .refuses(.tooManyRequests)
    }
}

extension Link {
    var location: ResponseHeader { ResponseHeader(.location, "/v1/links/\(code)") }
}
