internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Pages

/// Opens a link that is written as parameters, `/?link=…`. It must pass all checks that a short link passes
/// when it is made: a link host never redirects to a URL that the profile doesn't allow.
struct OpenLongLink: Endpoint {
    let opener: LinkOpener
    let prefix: LinkPrefix

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let query = call.request.query
        guard query["link"] != nil else { throw .notFound }
        do throws(LinkRefusal) {
            let parsed = try LongLink.parse(query.items.map { ($0.name, $0.value) }, prefix: prefix)
            let refusals = opener.profile.refusals(of: parsed.spec)
            guard refusals.isEmpty else { return refused(refusals, on: call) }
            let trusted = opener.links.trusted(parsed, in: opener.profile)
            return await opener.open(KnownLink(link(of: trusted.spec)), longLink: trusted, on: call)
        } catch {
            return refused([error], on: call)
        }
    }

    private func refused(_ refusals: [LinkRefusal], on call: Call) -> Response {
        let platform = opener.visitor(on: call).platform.family
        return WebPage.refused(refusals, by: opener.brand, on: platform, in: call.pageLanguage).response
    }

    /// A long link leads where a short link of the same parameters would; the code, which it hasn't, is shown
    /// nowhere.
    private func link(of spec: LinkSpec) -> Link {
        Link(code: Self.noCode, spec: spec, owner: nil, createdAt: opener.links.now, isLong: true)
    }

    private static let noCode = LinkCode("-")!
}

extension OpenLongLink {
    var operation: Operation {
        Operation(
            "openLongLink", .opening, "Open a long link",
            """
            Does the same as a short link with these parameters. `apn`, `ibi`, `st` and all other parameters \
            of a long link are supported. A value that the profile doesn't allow is refused, and the link is \
            never followed. The link's own card (`st`, `sd`, `si`) is shown if `sig` proves that this service \
            made the link, otherwise the app's card. Without `link`: 404.
            """
        )
        .takes(
            .query("link", .uri.atMost(7168), "The payload.").example(
                "https://example.com/join?invitedby=7ZKQ4M9XTB")
        )
        .opens()
        .refuses(
            .page(
                400,
                "The long link has a value that is not allowed, which the page names; or the request is malformed."
            )
        )
        .refuses(.noLinkPage)
    }
}
