internal import HTTP
internal import Service

/// Opens a short link: a redirect, the preview page, a card for bots, or with `?d=1` the debug page.
struct OpenShortLink: Endpoint {
    let opener: LinkOpener

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        try await opener.open(opener.link(on: call), on: call)
    }
}

extension OpenShortLink {
    var operation: Operation {
        Operation(
            "openLink", .opening, "Open a short link",
            """
            By User-Agent: Android goes to the store or the fallback, iPhone and iPad get the preview page \
            (or go straight on), others go to the desktop's fallback or the payload, bots get the card. A \
            person's GET is recorded as a click; HEAD, a bot's fetch and a prefetch are not. Unknown and \
            expired links are answered alike.
            """
        )
        .takes(
            .query(
                "d", .choice("1"), "`1` shows the debug page: where each platform goes, and the warnings."),
            .header(
                "Accept-Language", .string(upTo: 8192),
                """
                What the visitor reads (RFC 9110 §12.5.4). Pages speak nineteen languages, and English to \
                all others; the debug page and why a link is refused are in English.
                """
            ).example("de-AT,de;q=0.9,en;q=0.8")
        )
        .givesPage(
            """
            The page: preview (iPhone and iPad), card with Open Graph, Twitter and App Links tags (bots that \
            preview links), or debug.
            """
        )
        .gives(
            302, "Where the visitor goes: a store, a fallback, the payload or an app's own scheme.",
            .destination, .referrerPolicy
        )
        .refuses(.noLinkPage)
    }
}
