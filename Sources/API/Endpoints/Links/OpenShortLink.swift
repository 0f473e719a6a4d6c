internal import HTTP
internal import JSON

/// Opens a short link: a redirect, the preview page, a card for bots, or with `?d=1` the debug page.
struct OpenShortLink: Endpoint {
    let opener: LinkOpener

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        await opener.open(try await opener.link(on: call), on: call)
    }
}

extension OpenShortLink {
    var operation: Operation {
        Operation(
            "openLink", .opening, "Open a short link",
            """
            By User-Agent: Android goes to the store or the fallback, iPhone and iPad get the preview page \
            (or go straight on), others go to the desktop's fallback or the payload, or where the profile asks \
            for it to an invite's page, bots get the card. A person's GET is recorded as a click; HEAD, a \
            bot's fetch and a prefetch are not. A link that has expired or was used says so.
            """
        )
        .opens()
        .refuses(.noLinkPage)
    }
}
