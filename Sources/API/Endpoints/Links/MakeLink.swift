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

        static let form = Form<Self>("NewLinkReply", means: "A link, and what its maker should know.") {
            Member("link", \.view, sample: LinkView.example)
            Member(
                "warnings", { $0.warnings.map(LinkWarningView.init) }, "Nothing that stopped it.", sample: [])
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
            "makeLink", .links, "Make a short link",
            """
            The names and their meaning are those of Firebase Dynamic Links and Branch. A user's links are \
            its own; a key's belong to the app. The profile may limit titles, texts and pictures of a user's \
            links (`player_cards`).
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
        .gives("The alias named this very link before.", .location)
        .gives(201, "The new link.", .location)
        .refuses(
            "The body is not what it says, or a URL leads where the app's links may not lead.",
            .linkNotAllowed
        )
        .refuses(.linksOff)
        .refuses("The alias is another link's.", LinkError.aliasInUse.problem)
        .refuses(.tooManyRequests)
    }
}

extension Link {
    var location: ResponseHeader { ResponseHeader(.location, "/v1/links/\(code)") }
}
