internal import HTTP
internal import Links

extension WebPage {
    /// For a link that nobody knows and for one that is no longer good: which of the two is nobody's
    /// business.
    static func notFound(in language: PageLanguage) -> WebPage {
        let texts = PageTexts(in: language).notFound
        return notice(404, texts.title, texts.text, in: language)
    }

    /// A long link that this service doesn't follow, in the visitor's language, and why, in English: that is
    /// read by whoever wrote the link.
    static func refused(_ refusals: [LinkRefusal], in language: PageLanguage) -> WebPage {
        let texts = PageTexts.refused(in: language)
        return notice(400, texts.title, texts.text, in: language) { writer in
            let reasons: [HTMLAttribute] = [
                .text("class", "reasons"), .text("lang", "en"), .text("dir", "ltr"),
            ]
            writer.element("ul", reasons) { writer in
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

    /// What went wrong, to somebody who followed a link.
    static func problem(_ problem: Problem, in language: PageLanguage) -> WebPage {
        let unavailable = PageTexts(in: language).unavailable
        var page =
            switch problem.status {
            case 404: notFound(in: language)
            case 500, 503: notice(problem.status, unavailable.title, unavailable.text, in: language)
            default: notice(problem.status, problem.title, problem.detail ?? problem.errors.first?.detail)
            }
        page.headers = problem.headers
        return page
    }

    private static func notice(
        _ status: Int, _ title: String, _ text: String?, in language: PageLanguage = .english,
        more: @escaping (inout HTMLWriter) -> Void = { _ in }
    ) -> WebPage {
        WebPage(status: status, language: language, title: title) { writer in
            writer.element("article", [.text("class", "sheet notice")]) { writer in
                writer.element("p", [.text("class", "status")], text: String(status))
                writer.element("h1", text: title)
                if let text { writer.element("p", [.text("class", "about")], text: text) }
                more(&writer)
            }
        }
    }
}

extension ProblemForm {
    /// For what browsers open.
    static let page = ProblemForm { problem, _, headers in
        var response = WebPage.problem(problem, in: headers?.pageLanguage ?? .english).response
        response.closesConnection = problem.closesConnection
        return response
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
