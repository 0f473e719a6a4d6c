package import Links
package import Referrals

extension WebPage {
    /// The report of the page's buttons: their click, and the address.
    package struct Press {
        let clickID: String
        let tapPath: String

        package init(clickID: String, tapPath: String) {
            self.clickID = clickID
            self.tapPath = tapPath
        }
    }

    /// The page between a link and the app, with the buttons Open and Get the app. An invite's page puts
    /// players without the app first.
    ///
    /// All are plain links, which need no script; iOS opens an app's own scheme only when it is tapped. Where
    /// there is a script, Get the app copies the invite, and says so.
    package static func preview(
        _ preview: Opening.Preview, press: Press? = nil, by inviter: UserProfile? = nil,
        brand: PageBrand? = nil, in language: PageLanguage
    ) -> WebPage {
        let block = preview.invitation.map {
            InvitationBlock(
                invitation: $0, inviter: inviter, social: preview.social, appName: preview.appName,
                brand: brand, language: language)
        }
        return WebPage(
            language: language, title: block?.title ?? preview.social.title ?? preview.appName,
            brand: brand, showsImages: preview.social.imageLink != nil || inviter?.imageURL != nil,
            script: press == nil ? nil : .press
        ) { writer in
            writer.element("article", [.text("class", "sheet")]) { writer in
                if let block {
                    block.write(to: &writer)
                } else {
                    writer.social(preview.social, appName: preview.appName, brand)
                }
                writer.element("nav", press?.attributes ?? []) { $0.ways(preview, in: language) }
                if block == nil { writer.opensOnceInstalled(preview.appName, in: language) }
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
    fileprivate mutating func ways(_ preview: Opening.Preview, in language: PageLanguage) {
        let texts = Texts(in: language)
        let isInvite = preview.invitation != nil
        let openURL = PageURL(preview.openURL)
        if !isInvite { button(texts[.open], to: openURL, isPrimary: true) }
        getApp(preview, in: language, isPrimary: isInvite)
        if isInvite { button(texts[.haveIt], to: openURL) }
        button(texts[.goOnInBrowser], to: preview.afterURL.flatMap { PageURL($0) })
    }

    fileprivate mutating func opensOnceInstalled(_ appName: String, in language: PageLanguage) {
        element("p", [.text("class", "note")]) { writer in
            writer.fill(Texts(in: language)[.opensOnceInstalled], ["app": appName])
        }
    }

    /// The way to the store: with the invite copied, a line that says so and a way without.
    private mutating func getApp(
        _ preview: Opening.Preview, in language: PageLanguage, isPrimary: Bool
    ) {
        let texts = Texts(in: language)
        guard let url = PageURL(preview.getURL) else { return }
        var attributes: [HTMLAttribute] = [
            .text("class", isPrimary ? "button primary" : "button"), .url("href", url),
        ]
        // The store's name is drawn below the label, by the stylesheet.
        if let store = url.storeName { attributes.append(.text("data-store", store)) }
        guard let handOff = preview.handOff else { return element("a", attributes, text: texts[.getApp]) }
        element("a", attributes + [.text("data-copy", handOff)], text: texts[.getApp])
        element("p", [.text("class", "handoff")]) { writer in
            writer.text(texts[preview.invitation == nil ? .copiesLink : .copiesInvitation] + " ")
            writer.element("a", [.url("href", url)], text: texts[.storeOnly])
        }
    }

    /// A sentence of ours with names, which have no known language.
    mutating func fill(_ sentence: String, _ values: [String: String]) {
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text(String(rest[..<open]))
            let value = values[String(rest[open...].dropFirst().prefix { $0 != "}" })] ?? ""
            foreign("bdi", value.unbroken)
            rest = rest[rest.index(after: close)...]
        }
        text(String(rest))
    }
}

extension PageURL {
    /// Of an app's page in a store.
    fileprivate var storeName: String? {
        if text.hasPrefix("https://apps.apple.com/") { return "App Store" }
        return text.hasPrefix("https://play.google.com/") ? "Google Play" : nil
    }
}
