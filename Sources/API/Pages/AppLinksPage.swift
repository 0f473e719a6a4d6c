internal import Links

extension WebPage {
    /// Facebook's App Links page: the tags for its apps, and for people the ways to get on.
    static func appLinks(
        _ links: Opening.AppLinks, appName: String, in language: PageLanguage
    ) -> WebPage {
        let texts = PageTexts(in: language)
        return WebPage(
            language: language, title: appName,
            head: { writer in writer.appLinks(links) },
            main: { writer in
                writer.element("article", [.text("class", "sheet")]) { writer in
                    writer.social(LinkSpec.SocialCard(), appName: appName)
                    writer.element("p", [.text("class", "about")], text: texts.invited)
                    writer.element("nav") { writer in writer.ways(links, first: texts.onTheWeb) }
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

    /// Buttons to wherever an app's links lead.
    ///
    /// - Parameter first: the label of the one to the web.
    mutating func ways(_ links: Opening.AppLinks, first: String) {
        button(first, to: links.webURL.flatMap { PageURL($0) }, isPrimary: true)
        button("App Store", to: links.iosAppStoreID.flatMap { PageURL("https://apps.apple.com/app/id\($0)") })
        button(
            "Google Play",
            to: links.androidPackage.flatMap {
                PageURL("https://play.google.com/store/apps/details?id=\($0)")
            })
    }
}
