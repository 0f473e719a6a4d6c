internal import HTTP
internal import JSON

// Pages.

extension Refusal {
    static func page(_ status: Int, _ meaning: String, as component: String? = nil) -> Refusal {
        let headers: [ReplyHeader] = [.contentSecurityPolicy, .referrerPolicy]
        return Refusal(
            status, meaning, headers: headers + ([429, 503].contains(status) ? [.retryAfter] : []),
            contents: [.html],
            as: component)
    }

    static let noLinkPage = page(
        404, "The link is unknown, or no longer valid. The page gives the reason.", as: "NoLinkPage")

    static let unavailablePage = page(
        503, "The database is away or too slow; the page asks to try again.", as: "UnavailablePage")
}
