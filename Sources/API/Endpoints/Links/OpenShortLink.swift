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
            Decided by User-Agent. Android goes to the store or the fallback. An iPhone or iPad gets the \
            preview page, or goes straight to the fallback, the App Store or the payload. Bots get the card. \
            Other devices go to the desktop fallback or the payload, or to an invite's page if the profile \
            enables it. A person's GET is recorded as a click; HEAD, a bot's fetch and a prefetch are not. \
            For an expired or used link, a page gives the reason.
            """
        )
        .opens()
        .refuses(.noLinkPage)
    }
}
