package import Links

extension WebPage {
    /// A card for social services: Open Graph, Twitter card and App Links tags. A person mistaken for a bot
    /// sees the same, with a link.
    package static func card(
        _ card: Opening.Card, brand: PageBrand? = nil, in language: PageLanguage
    ) -> WebPage {
        let title = card.social.title ?? card.appName
        return WebPage(
            language: language, title: title, brand: brand, showsImages: card.social.imageLink != nil,
            isListed: true,
            head: { writer in
                writer.openGraph(card, title: title)
                writer.twitterCard(card, title: title)
                writer.meta(card.appLinks.tags)
            },
            main: { writer in
                writer.element("article", [.text("class", "sheet")]) { writer in
                    writer.social(card.social, appName: card.appName, brand)
                    writer.element("nav") { writer in
                        writer.ways(card.appLinks, first: Texts(in: language)[.goOn])
                    }
                }
            })
    }
}

extension HTMLWriter {
    /// Source: ogp.me.
    fileprivate mutating func openGraph(_ card: Opening.Card, title: String) {
        meta(property: "og:type", "website")
        meta(property: "og:site_name", card.appName)
        meta(property: "og:title", title)
        meta(property: "og:description", card.social.description)
        meta(property: "og:url", card.ogURL ?? card.url)
        meta(property: "og:image", card.social.imageLink?.description)
        meta(property: "og:video", card.ogVideo)
        meta(property: "fb:app_id", card.ogAppID)
        meta(name: "description", card.social.description)
    }

    /// Source: X's summary card and app card.
    fileprivate mutating func twitterCard(_ card: Opening.Card, title: String) {
        meta(name: "twitter:card", card.social.imageLink == nil ? "summary" : "summary_large_image")
        meta(name: "twitter:title", title)
        meta(name: "twitter:description", card.social.description)
        meta(name: "twitter:image", card.social.imageLink?.description)
        let links = card.appLinks
        meta(name: "twitter:app:name:iphone", links.iosAppStoreID == nil ? nil : links.iosAppName)
        meta(name: "twitter:app:id:iphone", links.iosAppStoreID)
        meta(name: "twitter:app:url:iphone", links.iosAppStoreID == nil ? nil : links.iosURL)
        meta(name: "twitter:app:name:googleplay", links.androidPackage == nil ? nil : links.androidAppName)
        meta(name: "twitter:app:id:googleplay", links.androidPackage)
        meta(name: "twitter:app:url:googleplay", links.androidPackage == nil ? nil : links.androidURL)
    }
}
