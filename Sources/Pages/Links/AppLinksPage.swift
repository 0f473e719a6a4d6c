package import Links

extension WebPage {
    /// Facebook's App Links page: the tags for its apps, and for people the ways to get on, on a phone the
    /// stores first.
    package static func appLinks(
        _ links: Opening.AppLinks, _ social: LinkSpec.SocialCard = LinkSpec.SocialCard(), appName: String,
        brand: PageBrand? = nil, on platform: PlatformFamily = .desktop, in language: PageLanguage
    ) -> WebPage {
        let texts = Texts(in: language)
        return WebPage(
            language: language, title: appName, brand: brand,
            showsImages: social.imageLink != nil,
            head: { $0.meta(tags(of: links, social, appName: appName)) },
            main: { writer in
                writer.element("article", [.text("class", "sheet")]) { writer in
                    writer.picture(social.imageLink, appName: appName, brand)
                    writer.app(appName, brand, isTitled: false)
                    writer.foreign("h1", appName)
                    writer.element("p", [.text("class", "about")], text: texts[.invited])
                    if let offer = brand?.offer { writer.foreign("p", class: "offer", offer) }
                    writer.element("nav") { writer in
                        writer.ways(links, first: texts[.onTheWeb], on: platform)
                    }
                }
            })
    }

    /// The App Links page for machines: its card, and its destination.
    package static func tags(
        of links: Opening.AppLinks, _ social: LinkSpec.SocialCard, appName: String
    ) -> [PageTag] {
        let card = [
            PageTag("og:type", "website"),
            PageTag("og:site_name", appName),
            PageTag("og:title", social.title ?? appName),
            PageTag("og:description", social.description),
            PageTag("og:image", social.imageLink?.description),
        ]
        return card + links.tags
    }
}

/// A tag of a page's head: Open Graph and App Links call theirs properties.
package struct PageTag {
    let property: String
    /// Nil where there is nothing to say.
    let content: String?

    init(_ property: String, _ content: String?) {
        (self.property, self.content) = (property, content)
    }
}

extension Opening.AppLinks {
    /// Source: applinks.org's metadata reference.
    var tags: [PageTag] {
        [
            PageTag("al:ios:url", iosURL),
            PageTag("al:ios:app_store_id", iosAppStoreID),
            PageTag("al:ios:app_name", iosAppName),
            PageTag("al:android:url", androidURL),
            PageTag("al:android:package", androidPackage),
            PageTag("al:android:app_name", androidAppName),
            PageTag("al:web:url", webURL),
        ]
    }
}

extension HTMLWriter {
    mutating func meta(_ tags: [PageTag]) {
        for tag in tags { meta(property: tag.property, tag.content) }
    }

    /// Buttons to wherever an app's links lead; a phone's own store comes first there.
    ///
    /// - Parameter first: the label of the one to the web.
    mutating func ways(
        _ links: Opening.AppLinks, first: String, on platform: PlatformFamily = .desktop
    ) {
        let web = (first, links.webURL.flatMap { PageURL($0) })
        let appStore = links.iosAppStoreID.map { "https://apps.apple.com/app/id\($0)" }
        let play = links.androidPackage.map { "https://play.google.com/store/apps/details?id=\($0)" }
        let apple = ("App Store", appStore.flatMap { PageURL($0) })
        let google = ("Google Play", play.flatMap { PageURL($0) })
        let ways =
            switch platform {
            case .ios: [apple, web]
            case .android: [google, web]
            case .desktop: [web, apple, google]
            }
        for (index, way) in ways.filter({ $0.1 != nil }).enumerated() {
            button(way.0, to: way.1, isPrimary: index == 0)
        }
    }
}
