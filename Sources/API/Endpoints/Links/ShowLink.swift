internal import Batching
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// A link as it was made: for its owner, or for a key.
struct ShowLink: Endpoint {
    struct Output: JSONOutput, Formed {
        let link: LinkView

        static let form = Form<Self>("LinkReply", means: "A link.") {
            Member("link", \.link)
        }
    }

    let making: LinkMaking

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(link: making.view(of: try await making.ownLink(of: call)))
    }
}

extension ShowLink {
    var operation: Operation {
        Operation("showLink", .links, "Show a link", "For its owner, or for a key.")
            .gives("The link.")
            .refuses(.noLink)
    }
}

extension LinkMaking {
    /// The link that `{code}` in the path names; another user's is to a user as if absent.
    func ownLink(of call: Call) async throws(Problem) -> Link {
        _ = try profile()
        guard let code = call.request.parameter("code").flatMap(LinkCode.init) else { throw .notFound }
        let link = try await mappingErrors { () throws(InfrastructureError) in try await links.link(code) }
        guard let link, call.isKey || link.owner == call.userOrNil else { throw .notFound }
        return link
    }
}
