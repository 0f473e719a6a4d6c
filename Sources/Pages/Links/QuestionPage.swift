package import Links

extension WebPage {
    /// For a Safari that may be on an iPad or on a Mac: goes on by itself to what either gets; without script
    /// the visitor says which.
    ///
    /// - Parameter link: the link's path and query, as it was opened.
    package static func question(
        _ question: Opening.Question, on link: String, brand: PageBrand? = nil, in language: PageLanguage
    ) -> WebPage {
        let texts = Texts(in: language)
        let next = link + (link.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "device="
        return WebPage(
            language: language, title: question.social.title ?? question.appName, brand: brand,
            showsImages: question.social.imageLink != nil, script: .question
        ) { writer in
            writer.element("article", [.text("class", "sheet")]) { writer in
                writer.social(question.social, appName: question.appName, brand)
                writer.element("nav") { writer in
                    writer.button(texts[.getApp], to: PageURL(path: next + "ipad"), isPrimary: true)
                    writer.button(texts[.goOnInBrowser], to: PageURL(path: next + "desktop"))
                }
            }
        }
    }
}
