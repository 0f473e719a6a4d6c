package import HTTP

/// A page for people: small, whole in one reply, and in no need of its script.
package struct WebPage {
    var status = 200
    var language = PageLanguage.english
    var title: String
    var stylesheet = Stylesheet.page
    /// The app whose page it is.
    var brand: PageBrand?
    /// Whether it shows pictures, which may come from anywhere over https.
    var showsImages = false
    /// Its other automatic actions.
    var script: PageScript?
    /// Whether it has a form, which is only sent to this service.
    var hasForm = false
    /// Whether search engines may list it.
    var isListed = false
    /// Beside those that every page has.
    var headers: [ResponseHeader] = []
    /// Additions to its HTML head.
    var head: (inout HTMLWriter) -> Void = { _ in }
    var main: (inout HTMLWriter) -> Void

    /// A page of the service's own, for those who make apps.
    package static func plain(
        _ title: String, _ stylesheet: Stylesheet, _ main: @escaping (inout HTMLWriter) -> Void
    ) -> WebPage {
        WebPage(title: title, stylesheet: stylesheet, main: main)
    }

    /// The same, with a field that hides what doesn't match (`HTMLWriter.search`).
    package static func searchable(
        _ title: String, _ stylesheet: Stylesheet, _ main: @escaping (inout HTMLWriter) -> Void
    ) -> WebPage {
        WebPage(title: title, stylesheet: stylesheet, script: .search, main: main)
    }

    /// Never cached: a link's destination changes, and is the visitor's own business.
    package var response: Response {
        var writer = HTMLWriter()
        write(to: &writer)
        return Response(
            status: status, contentType: "text/html; charset=utf-8", body: writer.bytes,
            headers: [
                ResponseHeader(.contentSecurityPolicy, policy),
                ResponseHeader(.referrerPolicy, "no-referrer"),
                ResponseHeader(.cacheControl, "no-store"),
            ] + headers)
    }

    private var policy: String {
        let images = hasImages ? "img-src https:; " : ""
        return "default-src 'none'; \(wholeScript?.policy ?? "")style-src \(dress.policySource); \(images)"
            + "base-uri 'none'; form-action \(hasForm ? "'self'" : "'none'"); frame-ancestors 'none'"
    }

    private var hasImages: Bool { showsImages || brand?.icon != nil }

    var wholeScript: PageScript? { script ?? (hasImages ? .pictures : nil) }

    private var dress: Stylesheet {
        let dress = brand?.stylesheet ?? stylesheet
        return hasForm ? dress.withForms : dress
    }

    private func write(to writer: inout HTMLWriter) {
        writer.doctype()
        writer.element("html", languageAttributes) { writer in
            writer.element("head", [], writeHead)
            writer.element("body") { writer in writer.element("main", [], main) }
        }
    }

    private var languageAttributes: [HTMLAttribute] {
        let tag = HTMLAttribute.text("lang", language.rawValue)
        return language.isRightToLeft ? [tag, .text("dir", "rtl")] : [tag]
    }

    private func writeHead(_ writer: inout HTMLWriter) {
        writer.open("meta", [.text("charset", "utf-8")])
        writer.element("title", text: title)
        writer.open(
            "meta", [.text("name", "viewport"), .text("content", "width=device-width, initial-scale=1")])
        if !isListed { writer.meta(name: "robots", "noindex") }
        head(&writer)
        writer.icon(brand?.icon)
        writer.style(dress)
        if let script = wholeScript { writer.script(script) }
    }
}

extension HTMLWriter {
    mutating func meta(name: String, _ content: String?) {
        guard let content else { return }
        open("meta", [.text("name", name), .text("content", content)])
    }

    /// Open Graph and App Links call their tags properties.
    mutating func meta(property: String, _ content: String?) {
        guard let content else { return }
        open("meta", [.text("property", property), .text("content", content)])
    }

    /// A text in any language and direction. Japanese is recognised by its letters: browsers that support
    /// it don't break lines within a word.
    package mutating func foreign(_ name: StaticString, class style: String? = nil, _ text: String) {
        let attributes: [HTMLAttribute] = style.map { [.text("class", $0)] } ?? []
        let language = text.hasKana ? PageLanguage.japanese.rawValue : ""
        element(name, attributes + [.text("lang", language), .text("dir", "auto")], text: text)
    }

    /// Browsers' additions to a page.
    fileprivate mutating func icon(_ url: PageURL?) {
        guard let url else { return }
        open("link", [.text("rel", "icon"), .url("href", url)])
        open("link", [.text("rel", "apple-touch-icon"), .url("href", url)])
    }

    /// Where one types what `PageScript.search` looks for.
    package mutating func search(_ label: String) {
        open(
            "input",
            [
                .text("type", "search"), .text("id", "search"), .text("placeholder", label),
                .text("aria-label", label),
            ])
    }

    /// A link that looks like a button; nothing where there is nowhere to go.
    mutating func button(_ label: String, to url: PageURL?, isPrimary: Bool = false) {
        guard let url else { return }
        element(
            "a", [.text("class", isPrimary ? "button primary" : "button"), .url("href", url)], text: label)
    }
}

extension String {
    /// Hiragana and katakana, which no other language has.
    var hasKana: Bool {
        unicodeScalars.contains { (0x3041...0x30FA).contains($0.value) }
    }

    /// A name within a sentence: on one line, as long as any line has room for it.
    var unbroken: String {
        utf8.count <= Self.unbrokenBytesMax ? replacing(" ", with: "\u{A0}") : self
    }

    private static let unbrokenBytesMax = 16
}
