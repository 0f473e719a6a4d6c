internal import Batching
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Values

/// A page of the links that match, newest first.
struct ListAllLinks: Endpoint {
    struct Input: FormedQuery {
        let text: String?
        let creator: UserID?
        let state: Link.State?
        let page: PageInput

        static let form = RequestForm(
            query: Field(
                optional: "q", .string(1...200),
                """
                A code or a short link, which finds that link. Other text finds links by a part of their \
                code, destination, channel, feature, campaign or tags, in upper or lower case.
                """),
            Field(optional: "creator", .uid, "The uid of the link's creator."),
            Field(
                optional: "state", Codec(.choice("on", "off"), text: \.rawValue, parse: LinkValues.state),
                "Default: both."), .page
        ) { Input(text: $0, creator: $1, state: $2, page: $3) }
    }

    struct Output: JSONOutput, Formed {
        let links: [LinkView]
        let next: LinkPosition?

        static let form = Form<Self>("LinksPage", means: "A page of links.") {
            Member(
                "links", \.links,
                """
                Newest first, after the link that `q` names. With `q`, and with `state=on`, each page is the \
                result of searching a thousand links. A page can therefore be short or empty before the end.
                """
            )
            Member(nextCursor: \.next?.cursor)
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor { LinkPosition(cursor: $0) }
        var search = LinkSearch()
        search.creator = input.creator
        search.state = input.state
        search.text = input.text
        if let text = input.text {
            let named = making.links.profile?.code(ofShortLink: text)
            search.isOfOne = named != nil
            search.code = named ?? LinkCode(text)
        }
        let page = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.links(search, after: cursor, limit: input.page.limit)
        }
        return Output(links: page.items.map { making.view(of: $0) }, next: page.next)
    }
}

extension ListAllLinks {
    var operation: Operation {
        Operation(
            "listAllLinks", .administration, "List links",
            "Links of all users and of the app."
        )
        .gives("A page.", example: ["links": [LinkView.example], "next_cursor": .null])
    }
}
