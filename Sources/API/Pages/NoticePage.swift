internal import HTTP
internal import Referrals

extension Page {
    /// For a link that nobody knows and for one that is no longer good: which of the two is nobody's business.
    static let notFound = notice(
        404, "This link leads nowhere",
        "It may be mistyped, or no longer good. Ask whoever sent it for a new one.")

    /// While the database is away.
    static let unavailable: Page = {
        var page = notice(503, "Just a moment", "Links can't be opened right now. Please try again shortly.")
        page.headers = [ResponseHeader("Retry-After", "1")]
        return page
    }()

    /// A long link that this service doesn't follow, and why: it is read by whoever wrote it.
    static func refused(_ refusals: [LinkRefusal]) -> Page {
        notice(400, "This link can't be followed", "It asks for something that is not allowed here.") { writer in
            writer.element("ul", [.text("class", "reasons")]) { writer in
                for refusal in refusals {
                    writer.element("li") { writer in
                        writer.element("code", text: refusal.field.parameter ?? refusal.field.pointer)
                        writer.text(" ")
                        writer.text(refusal.reason)
                    }
                }
            }
        }
    }

    private static func notice(
        _ status: Int, _ title: String, _ text: String, more: @escaping (inout HTMLWriter) -> Void = { _ in }
    ) -> Page {
        Page(status: status, title: title) { writer in
            writer.element("article", [.text("class", "sheet notice")]) { writer in
                writer.element("p", [.text("class", "status")], text: String(status))
                writer.element("h1", text: title)
                writer.element("p", [.text("class", "about")], text: text)
                more(&writer)
            }
        }
    }
}

extension LinkRefusal {
    fileprivate var field: LinkField {
        switch self {
        case .invalid(let field, _), .notAllowed(let field): field
        }
    }

    fileprivate var reason: String {
        switch self {
        case .invalid(_, let detail): detail
        case .notAllowed: "No allowed pattern matches this address."
        }
    }
}
