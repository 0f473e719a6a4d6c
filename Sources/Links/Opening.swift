package import Values

/// The reply to a link's visitor.
package enum Opening: Equatable, Sendable {
    /// Straight on: a store, a fallback, the payload or an app's own scheme.
    case redirect(to: String)
    case preview(Preview)
    /// The page that finds out whether it is on an iPad, and goes on as on that or as on a desktop.
    case question(Question)
    /// For social bots.
    case card(Card)
    /// For an invite on a desktop: the same, and how it goes on with the phone.
    case landing(Landing)
    /// No longer good and without a fallback.
    case ended(Link.End)

    /// The page with Open and Get the app.
    package struct Preview: Equatable, Sendable {
        package var appName: String
        /// `scheme://…`: opens the app where it is installed.
        package var openURL: String
        /// The store, or the fallback.
        package var getURL: String
        package var social: LinkSpec.SocialCard
        /// Where to go on in the browser after the app: Branch's `$after_click_url`.
        package var afterURL: String?
        /// The text that the store button copies for the app; nil for none.
        package var handOff: String?
        /// Nil for a link that is no invite.
        package var invitation: Invitation?
    }

    /// The invite's own content; its inviter is looked up separately.
    package struct Invitation: Equatable, Sendable {
        /// The inviter's own words.
        package var title: String?
    }

    package struct Landing: Equatable, Sendable {
        package var appName: String
        package var social: LinkSpec.SocialCard
        package var invitation: Invitation
        package var webURL: String
        /// The link with its click's id, for the phone; nil where it is too long to be scanned.
        package var scanURL: String?
    }

    package struct Question: Equatable, Sendable {
        package var appName: String
        package var social: LinkSpec.SocialCard
    }

    /// Open Graph, Twitter card and App Links tags.
    package struct Card: Equatable, Sendable {
        package var appName: String
        package var url: String
        package var social: LinkSpec.SocialCard
        /// `$og_url`, `$og_video`, `$og_app_id`, where the link has them.
        package var ogURL: String?
        package var ogVideo: String?
        package var ogAppID: String?
        package var appLinks: AppLinks
    }

    /// Facebook's App Links tags: `al:ios:url` and so on; nil where the app has none.
    package struct AppLinks: Equatable, Sendable {
        package var iosURL: String?
        package var iosAppStoreID: String?
        package var iosAppName: String?
        package var androidURL: String?
        package var androidPackage: String?
        package var androidAppName: String?
        package var webURL: String?
    }
}

extension Link {
    /// Where the link leads `visitor`: a pure function of link, profile, user agent and time.
    ///
    /// One that is no longer good leads to the platform's own fallback, else nowhere.
    ///
    /// - Parameter clickID: goes into the install referrer and into app URLs, so that the app can claim it.
    package func opening(
        for visitor: Visitor, in profile: AppProfile, clickID: String, at now: Timestamp
    ) -> Opening {
        let destinations = Destinations(self, in: profile, clickID: clickID)
        if visitor.bot != nil {
            if let end = end(at: now) { return .ended(end) }
            return .card(Destinations(self, in: profile, clickID: nil).card(url: shortLink))
        }
        if let end = end(at: now) {
            return destinations.fallback(on: visitor.platform).map { .redirect(to: $0.description) }
                ?? .ended(end)
        }
        switch visitor.platform {
        case .android, .fire:
            return destinations.android(visitor.platform, opensIntents: visitor.opensIntents)
        case .iphone, .ipad: return destinations.ios(visitor.platform)
        case .desktop where visitor.mayBeIPad && destinations.iosApp(.ipad) != nil:
            return .question(Opening.Question(appName: profile.shownName, social: destinations.social))
        case .blackberry, .windowsPhone, .desktop: return destinations.desktop(visitor.platform)
        }
    }
}
