internal import Links

extension WebPage {
    /// What the page's buttons are told back by: which click they are of, and where it is told.
    struct Press {
        let clickID: String
        let tapPath: String
    }

    /// The page between a link and the app: Open, for whoever has it, and Get the app.
    ///
    /// All are plain links, which need no script; iOS opens an app's own scheme only when it is tapped. Where
    /// there is a script, Get the app copies the invite, and says so.
    static func preview(
        _ preview: Opening.Preview, press: Press? = nil, in language: PageLanguage
    ) -> WebPage {
        let texts = PageTexts(in: language)
        return WebPage(
            language: language, title: preview.social.title ?? preview.appName,
            showsImages: preview.social.imageLink != nil, script: press == nil ? nil : .press
        ) { writer in
            writer.element("article", [.text("class", "sheet")]) { writer in
                writer.social(preview.social, appName: preview.appName)
                writer.element("nav", press?.attributes ?? []) { writer in
                    writer.button(texts.open, to: PageURL(preview.openURL), isPrimary: true)
                    writer.getApp(preview, texts.getApp, InviteTexts(in: language))
                    writer.button(texts.goOnInBrowser, to: preview.afterURL.flatMap { PageURL($0) })
                }
                writer.element("p", [.text("class", "note")]) { writer in
                    writer.fill(texts.opensOnceInstalled, ["app": preview.appName])
                }
            }
        }
    }
}

extension WebPage.Press {
    fileprivate var attributes: [HTMLAttribute] {
        [.text("data-tap", tapPath), .text("data-click", clickID)]
    }
}

extension HTMLWriter {
    /// The way to the store: with the invite copied, a line that says so and a way without.
    fileprivate mutating func getApp(_ preview: Opening.Preview, _ label: String, _ texts: InviteTexts) {
        guard let url = PageURL(preview.getURL) else { return }
        guard let handOff = preview.handOff else { return button(label, to: url) }
        element(
            "a", [.text("class", "button"), .url("href", url), .text("data-copy", handOff)], text: label)
        element("p", [.text("class", "handoff")]) { writer in
            writer.text(texts.copies + " ")
            writer.element("a", [.url("href", url)], text: texts.storeOnly)
        }
    }

    /// A sentence of ours, with names in it that are nobody's language.
    mutating func fill(_ sentence: String, _ values: [String: String]) {
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text(String(rest[..<open]))
            foreign("bdi", values[String(rest[open...].dropFirst().prefix { $0 != "}" })] ?? "")
            rest = rest[rest.index(after: close)...]
        }
        text(String(rest))
    }
}
