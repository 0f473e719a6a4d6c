internal import HTTP
internal import Service

/// Opens a short link: a redirect, the preview page, a card for bots, or with `?d=1` the debug page.
struct OpenShortLink: Endpoint {
    let opener: LinkOpener

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        try await opener.open(opener.link(on: call), on: call)
    }
}
