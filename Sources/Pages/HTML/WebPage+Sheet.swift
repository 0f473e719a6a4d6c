internal import HTTP

extension WebPage {
    /// A page about an account: the app, a title, and what is said or asked.
    static func sheet(
        status: Int, _ title: String, of brand: PageBrand?, in language: PageLanguage, hasForm: Bool,
        _ content: @escaping (inout HTMLWriter) -> Void
    ) -> WebPage {
        var page = WebPage(status: status, language: language, title: title, brand: brand) { writer in
            writer.element("article", [.text("class", "sheet notice")]) { writer in
                if let brand { writer.app(brand.name, brand) }
                writer.element("h1", text: title)
                content(&writer)
            }
        }
        page.hasForm = hasForm
        return page
    }
}

extension HTMLWriter {
    mutating func about(_ text: String) {
        element("p", [.text("class", "about")], text: text)
    }

    /// The form is sent to a page of ours.
    mutating func form(to path: String, _ label: String, _ fields: (inout HTMLWriter) -> Void) {
        element("form", [.text("method", "post"), .url("action", PageURL(path: path))]) { writer in
            fields(&writer)
            writer.element(
                "button", [.text("type", "submit"), .text("class", "button primary")], text: label)
        }
    }

    package mutating func hidden(_ name: String, _ value: String) {
        open("input", [.text("type", "hidden"), .text("name", name), .text("value", value)])
    }
}
