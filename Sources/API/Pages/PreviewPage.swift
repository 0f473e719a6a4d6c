internal import Links

extension WebPage {
    /// The page between a link and the app: Open, for whoever has it, and Get the app.
    ///
    /// Both are plain links, which need no script; iOS opens an app's own scheme only when it is tapped.
    static func preview(_ preview: Opening.Preview, in language: PageLanguage) -> WebPage {
        let texts = PageTexts(in: language)
        return WebPage(
            language: language, title: preview.social.title ?? preview.appName,
            showsImages: preview.social.imageLink != nil
        ) { writer in
            writer.element("article", [.text("class", "sheet")]) { writer in
                writer.social(preview.social, appName: preview.appName)
                writer.element("nav") { writer in
                    writer.button(texts.open, to: PageURL(preview.openURL), isPrimary: true)
                    writer.button(texts.getApp, to: PageURL(preview.getURL))
                    writer.button(texts.goOnInBrowser, to: preview.afterURL.flatMap { PageURL($0) })
                }
                writer.element("p", [.text("class", "note")]) { writer in
                    let (before, after) = texts.aroundApp
                    writer.text(String(before))
                    writer.foreign("bdi", preview.appName)
                    writer.text(String(after))
                }
            }
        }
    }
}
