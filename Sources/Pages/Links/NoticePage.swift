package import HTTP
internal import JSON
package import Links

extension WebPage {
    /// For an unknown link.
    package static func notFound(
        by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop, in language: PageLanguage
    ) -> WebPage {
        notice(404, .notFound, .notFoundText, by: brand, on: platform, in: language)
    }

    /// For a link that is no longer good, and says why: a number would say less.
    package static func ended(
        _ end: Link.End, by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        // The advice for a link that is off is the same as for an expired one.
        let (title, text): (TextKey, TextKey) =
            switch end {
            case .switchedOff: (.switchedOff, .expiredText)
            case .expired: (.expired, .expiredText)
            case .used: (.used, .usedText)
            }
        return notice(
            404, isNumbered: false, title, text, by: brand, on: platform, in: language)
    }

    /// A long link that this service refuses, in the visitor's language. The reason is in English, for the
    /// link's author.
    package static func refused(
        _ refusals: [LinkRefusal], by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        notice(400, .refused, .refusedText, by: brand, on: platform, in: language) { writer in
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

    /// An error, for the visitor of a link.
    static func problem(
        _ problem: Problem, by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        var page =
            switch problem.status {
            case 404: notFound(by: brand, on: platform, in: language)
            case 500, 503:
                notice(
                    problem.status, .unavailable, .unavailableText, by: brand, on: platform, in: language)
            default:
                notice(
                    problem.status, problem.title, problem.detail ?? problem.errors.first?.detail,
                    by: brand, on: platform)
            }
        page.headers = problem.headers
        return page
    }

    /// In words of ours.
    private static func notice(
        _ status: Int, isNumbered: Bool = true, _ title: TextKey, _ text: TextKey, by brand: PageBrand?,
        on platform: PlatformFamily, in language: PageLanguage,
        more: @escaping (inout HTMLWriter) -> Void = { _ in }
    ) -> WebPage {
        let texts = Texts(in: language)
        return notice(
            status, isNumbered: isNumbered, texts[title], texts[text], by: brand, on: platform, in: language,
            more: more)
    }

    private static func notice(
        _ status: Int, isNumbered: Bool = true, _ title: String, _ text: String?, by brand: PageBrand?,
        on platform: PlatformFamily, in language: PageLanguage = .english,
        more: @escaping (inout HTMLWriter) -> Void = { _ in }
    ) -> WebPage {
        WebPage(status: status, language: language, title: title, brand: brand) { writer in
            writer.element("article", [.text("class", "sheet notice")]) { writer in
                if let brand { writer.app(brand.name, brand) }
                if isNumbered { writer.element("p", [.text("class", "status")], text: String(status)) }
                writer.element("h1", text: title)
                if let text { writer.element("p", [.text("class", "about")], text: text) }
                more(&writer)
                if let brand {
                    writer.element("nav") { writer in
                        writer.ways(brand.ways, first: Texts(in: language)[.onTheWeb], on: platform)
                    }
                }
            }
        }
    }
}

extension ProblemForm {
    /// For what browsers open.
    package static func page(by brand: PageBrand?) -> ProblemForm {
        ProblemForm { problem, _, headers in
            let platform = Visitor(userAgent: headers?["user-agent"] ?? "").platform.family
            let page = WebPage.problem(
                problem, by: brand, on: platform, in: headers?.pageLanguage ?? .english)
            var response = page.response
            response.closesConnection = problem.closesConnection
            return response
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
