package import Links

extension WebPage {
    /// The debug page: where each platform goes, as a flow chart, and what the link's maker should know.
    ///
    /// - Parameter url: the link that is looked at.
    package static func debug(
        _ chart: DebugChart, of url: String, payload: WebURL, warnings: [LinkWarning],
        in language: PageLanguage
    ) -> WebPage {
        let texts = Texts(in: language)
        return WebPage(language: language, title: texts[.debug], stylesheet: .debug) { writer in
            writer.element("header", [.text("class", "debug")]) { writer in
                writer.element("h1", text: texts[.debug])
                writer.element("dl") { writer in
                    writer.term(texts[.debugLink], url)
                    writer.term(texts[.debugPayload], payload.description)
                }
            }
            writer.warnings(warnings, texts)
            writer.element("div", [.text("class", "chart")]) { writer in
                for branch in chart.branches { writer.branch(branch, texts) }
            }
        }
    }

    /// The App Links page's tags for machines.
    package static func debug(tags: [PageTag], in language: PageLanguage) -> WebPage {
        let texts = Texts(in: language)
        return WebPage(language: language, title: texts[.debug], stylesheet: .debug) { writer in
            writer.element("header", [.text("class", "debug")]) { writer in
                writer.element("h1", text: texts[.debug])
                writer.element("h2", text: texts[.debugTags])
                writer.element("dl") { writer in
                    for tag in tags { if let content = tag.content { writer.term(tag.property, content) } }
                }
            }
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func term(_ name: String, _ value: String) {
        element("dt", text: name)
        element("dd") { $0.address(value) }
    }

    /// A clickable link, shown as it is followed: characters that aren't allowed in a URL are
    /// percent-encoded, so that none can change the text's direction. An unsafe one is only text.
    private mutating func address(_ text: String) {
        guard let url = PageURL(text) else { return foreign("span", class: "url", text) }
        element("a", [.text("class", "url"), .text("dir", "ltr"), .url("href", url)], text: url.text)
    }

    /// Their heading is for visitors; the warnings are for the link's author, and in English.
    fileprivate mutating func warnings(_ warnings: [LinkWarning], _ texts: Texts) {
        guard !warnings.isEmpty else {
            return element("p", [.text("class", "fine")], text: texts[.debugNoWarnings])
        }
        element("section", [.text("class", "warnings")]) { writer in
            writer.element("h2", text: texts[.debugWarnings])
            writer.element("ul", [.text("lang", "en"), .text("dir", "ltr")]) { writer in
                for warning in warnings {
                    writer.element("li") { writer in
                        writer.element("code", text: warning.code)
                        writer.text(" ")
                        writer.foreign("span", warning.message)
                    }
                }
            }
        }
    }

    /// The kinds of visitors, and their ways.
    fileprivate mutating func branch(_ branch: DebugChart.Branch, _ texts: Texts) {
        element("section", [.text("class", "branch"), .text("id", branch.who.rawValue)]) { writer in
            writer.element("h2", text: texts.text(of: branch.who))
            writer.ways(branch.ways, texts)
        }
    }

    /// Alternatives side by side, each with its own below it.
    private mutating func ways(_ ways: [DebugChart.Way], _ texts: Texts) {
        guard !ways.isEmpty else { return }
        element("ul", [.text("class", "ways")]) { writer in
            for way in ways {
                writer.element("li") { writer in
                    writer.element("div", [.text("class", "place")]) { $0.destination(way, texts) }
                    writer.ways(way.ways, texts)
                }
            }
        }
    }

    private mutating func destination(_ way: DebugChart.Way, _ texts: Texts) {
        if let choice = way.choice { element("p", [.text("class", "turn")], text: texts.text(of: choice)) }
        if case .branch(let who) = way.destination {
            element("a", [.url("href", PageURL(fragment: who.rawValue))], text: texts.text(of: who))
        } else {
            element("p", text: texts.text(of: way.destination))
        }
        if let url = way.url { address(url) }
    }
}
