/// How a link looks where it is shared.
extension Destinations {
    func card(url: String) -> Opening.Card {
        let directives = spec.data.directives
        return Opening.Card(
            appName: profile.shownName, url: url, social: social, ogURL: directive("$og_url")?.description,
            ogVideo: directive("$og_video")?.description, ogAppID: directives["$og_app_id"],
            appLinks: appLinks)
    }

    /// The link's own card, otherwise the one in its data in Branch's terms, otherwise the app's.
    var social: LinkSpec.SocialCard {
        var card = spec.social
        let directives = spec.data.directives
        card.title = card.title ?? directives["$og_title"] ?? profile.social.title
        card.description = card.description ?? directives["$og_description"] ?? profile.social.description
        card.imageLink = card.imageLink ?? directive("$og_image_url") ?? profile.social.imageLink
        return card
    }

    private var appLinks: Opening.AppLinks {
        var tags = Opening.AppLinks()
        if let app = iosApp(.iphone) {
            tags.iosURL = openURL(scheme: app.scheme)
            tags.iosAppStoreID = app.appStoreID
            tags.iosAppName = profile.name
        }
        if let app = androidApp {
            tags.androidURL = openURL(scheme: app.scheme)
            tags.androidPackage = app.packageName
            tags.androidAppName = profile.name
        }
        tags.webURL = payload
        return tags
    }
}

extension Link {
    /// How the link looks where it is shown.
    package func socialCard(in profile: AppProfile) -> LinkSpec.SocialCard {
        Destinations(self, in: profile, clickID: nil).social
    }
}

extension AppProfile.AndroidApp {
    /// Default: its package's name, as on iOS.
    var scheme: String { customScheme ?? packageName }
}
