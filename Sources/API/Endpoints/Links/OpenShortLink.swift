internal import HTTP
internal import Referrals
internal import Service

/// Opens a short link: a redirect, the preview page, a card for bots, or with `?d=1` the debug page. It is for
/// browsers, so whatever goes wrong is a page too.
struct OpenShortLink: Endpoint {
    let opener: LinkOpener

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        do throws(ServiceError) {
            guard let link = try await opener.link(on: call) else { return Page.notFound.response }
            return opener.open(link, on: call)
        } catch {
            guard error == .unavailable else { throw Problem(error) }
            return Page.unavailable.response
        }
    }
}
