internal import HTTP
internal import Links

extension WebPage {
    /// For a link that nobody knows.
    static func notFound(
        by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop, in language: PageLanguage
    ) -> WebPage {
        let texts = PageTexts(in: language).notFound
        return notice(404, texts.title, texts.text, by: brand, on: platform, in: language)
    }

    /// For a link that is no longer good, and says why: a number would say less.
    static func ended(
        _ end: Link.End, by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        let invites = InviteTexts(in: language)
        let texts =
            switch end {
            case .switchedOff: PageTexts.switchedOff(in: language)
            case .expired: invites.expired
            case .used: invites.used
            }
        return notice(
            404, isNumbered: false, texts.title, texts.text, by: brand, on: platform, in: language)
    }

    /// A long link that this service doesn't follow, in the visitor's language, and why, in English: that is
    /// read by whoever wrote the link.
    static func refused(
        _ refusals: [LinkRefusal], by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        let texts = PageTexts.refused(in: language)
        return notice(400, texts.title, texts.text, by: brand, on: platform, in: language) { writer in
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
    static func problem(
        _ problem: Problem, by brand: PageBrand? = nil, on platform: PlatformFamily = .desktop,
        in language: PageLanguage
    ) -> WebPage {
        let unavailable = PageTexts(in: language).unavailable
        var page =
            switch problem.status {
            case 404: notFound(by: brand, on: platform, in: language)
            case 500, 503:
                notice(
                    problem.status, unavailable.title, unavailable.text, by: brand, on: platform,
                    in: language)
            default:
                notice(
                    problem.status, problem.title, problem.detail ?? problem.errors.first?.detail,
                    by: brand, on: platform)
            }
        page.headers = problem.headers
        return page
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
                        writer.ways(brand.ways, first: PageTexts(in: language).onTheWeb, on: platform)
                    }
                }
            }
        }
    }
}

extension ProblemForm {
    /// For what browsers open.
    static func page(by brand: PageBrand?) -> ProblemForm {
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
