internal import Links

extension WebPage {
    /// Facebook's App Links page: the tags for its apps, and for people the ways to get on, on a phone the
    /// stores first.
    static func appLinks(
        _ links: Opening.AppLinks, _ social: LinkSpec.SocialCard = LinkSpec.SocialCard(), appName: String,
        brand: PageBrand? = nil, on platform: PlatformFamily = .desktop, in language: PageLanguage
    ) -> WebPage {
        let texts = PageTexts(in: language)
        return WebPage(
            language: language, title: appName, brand: brand,
            showsImages: social.imageLink != nil,
            head: { writer in
                writer.openGraph(social, appName: appName)
                writer.appLinks(links)
            },
            main: { writer in
                writer.element("article", [.text("class", "sheet")]) { writer in
                    writer.picture(social.imageLink, appName: appName, brand)
                    writer.app(appName, brand, isTitled: false)
                    writer.foreign("h1", appName)
                    writer.element("p", [.text("class", "about")], text: texts.invited)
                    if let offer = brand?.offer { writer.foreign("p", class: "offer", offer) }
                    writer.element("nav") { writer in
                        writer.ways(links, first: texts.onTheWeb, on: platform)
                    }
                }
            })
    }
}

extension HTMLWriter {
    /// Source: applinks.org's metadata reference.
    mutating func appLinks(_ links: Opening.AppLinks) {
        meta(property: "al:ios:url", links.iosURL)
        meta(property: "al:ios:app_store_id", links.iosAppStoreID)
        meta(property: "al:ios:app_name", links.iosAppName)
        meta(property: "al:android:url", links.androidURL)
        meta(property: "al:android:package", links.androidPackage)
        meta(property: "al:android:app_name", links.androidAppName)
        meta(property: "al:web:url", links.webURL)
    }

    /// What a card of the page says where it is shared.
    fileprivate mutating func openGraph(_ social: LinkSpec.SocialCard, appName: String) {
        meta(property: "og:type", "website")
        meta(property: "og:site_name", appName)
        meta(property: "og:title", social.title ?? appName)
        meta(property: "og:description", social.description)
        meta(property: "og:image", social.imageLink?.description)
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
