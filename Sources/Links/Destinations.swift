/// Where a link leads on each platform, with all that the profile adds.
struct Destinations {
    /// By reference: its spec is a kilobyte, and each opening makes one of these.
    private let link: Link
    let profile: AppProfile
    /// Nil for what many people will see, such as a social preview.
    let clickID: String?

    init(_ link: Link, in profile: AppProfile, clickID: String?) {
        self.link = link
        self.profile = profile
        self.clickID = clickID
    }

    var spec: LinkSpec { link.spec }

    /// Nil for a long link.
    var code: LinkCode? { link.isLong ? nil : link.code }

    /// The fallback, else Google Play, else the payload. The app, where it is installed, took the link before
    /// it came here; `$always_deeplink` asks for a page that opens it by its scheme all the same.
    ///
    /// - Parameter opensIntents: whether the browser tries an app and goes on where it isn't installed.
    func android(_ platform: Platform, opensIntents: Bool) -> Opening {
        guard let app = androidApp else {
            return .redirect(to: carrying(fallback(on: platform)) ?? payload)
        }
        let getURL = carrying(fallback(on: platform)) ?? playURL(app.packageName)
        if alwaysDeepLinks == true, let scheme = app.customScheme {
            return preview(openURL: openURL(scheme: scheme), getURL: getURL)
        }
        guard opensIntents, app.opensByIntent, alwaysDeepLinks != false else {
            return .redirect(to: getURL)
        }
        return .redirect(to: intentURL(app, link: carried, else: getURL) ?? getURL)
    }

    /// The page from which the app opens, or straight on to what it offers as Get the app: the fallback, else
    /// the App Store, else the payload.
    func ios(_ platform: Platform) -> Opening {
        guard let app = iosApp(platform) else {
            return .redirect(to: getURL(on: platform, storeID: spec.ios.appStoreID))
        }
        let getURL = getURL(on: platform, storeID: app.appStoreID)
        guard alwaysDeepLinks ?? !spec.ios.isForcedRedirect else { return .redirect(to: getURL) }
        return preview(openURL: openURL(scheme: app.scheme), getURL: getURL, handOff: handOff)
    }

    /// The link with its click's id: on the clipboard it brings the app, once it is installed, what the App
    /// Store doesn't.
    private var handOff: String? {
        profile.handsOff ? carried : nil
    }

    /// The link with its click's id.
    private var carried: String? {
        guard let clickID else { return nil }
        let text = link.isLong ? LongLink.text(of: link.spec) : link.shortLink
        return Self.adding([("link_click_id", clickID)], to: text)
    }

    /// Nil for a link without an inviter.
    private var invitation: Opening.Invitation? {
        guard link.owner != nil || !profile.inviters(in: spec.link).isEmpty else {
            return nil
        }
        return Opening.Invitation(title: spec.social.title ?? spec.data.directives["$og_title"])
    }

    /// An invite's page, where the profile asks for it and there is a phone to go on with.
    func desktop(_ platform: Platform) -> Opening {
        let web = web(platform)
        guard profile.hasDesktopPage, androidApp != nil || iosApp(.iphone) != nil, let invitation else {
            return .redirect(to: web)
        }
        let scanURL = carried.flatMap { $0.utf8.count <= Self.scannedBytesMax ? $0 : nil }
        return .landing(
            Opening.Landing(
                appName: profile.shownName, social: social, invitation: invitation, webURL: web,
                scanURL: scanURL))
    }

    /// Longer texts make squares that are too small for a screen's picture.
    private static let scannedBytesMax = 300

    /// For whatever has no app.
    func web(_ platform: Platform) -> String {
        carrying(fallback(on: platform)) ?? payload
    }

    /// A fallback as the visitor is sent to it: on the app's own site with the click's id, where the profile
    /// asks for that.
    private func carrying(_ fallback: WebURL?) -> String? {
        guard let fallback, let clickID, profile.fallbacksCarryClick, profile.isOwn(host: fallback.host)
        else { return fallback?.description }
        return fallback.adding([("link_click_id", clickID)]).description
    }

    /// A link's destination for a platform: Firebase's parameters before Branch's, and a device's own
    /// before its family's.
    func fallback(on platform: Platform) -> WebURL? {
        let (android, ios) = (spec.android, spec.ios)
        switch platform {
        case .android: return android.fallbackLink ?? directive("$android_url")
        case .fire: return directive("$fire_url") ?? android.fallbackLink ?? directive("$android_url")
        case .iphone: return ios.fallbackLink ?? directive("$ios_url")
        case .ipad:
            return ios.ipadFallbackLink ?? ios.fallbackLink ?? directive("$ipad_url") ?? directive("$ios_url")
        case .blackberry: return directive("$blackberry_url") ?? fallback(on: .desktop)
        case .windowsPhone: return directive("$windows_phone_url") ?? fallback(on: .desktop)
        case .desktop: return spec.desktopFallbackLink ?? directive("$desktop_url")
        }
    }

    /// The link's payload, with what its analytics add to it.
    var payload: String { spec.taggedLink.description }

    func directive(_ name: String) -> WebURL? {
        spec.data.directives[name].flatMap { try? WebURL($0) }
    }

    /// Branch's `$always_deeplink`: the page that opens the app, or never; nil leaves it to the platform.
    private var alwaysDeepLinks: Bool? {
        spec.data.directives["$always_deeplink"].flatMap { Bool($0) }
    }

    private func preview(openURL: String, getURL: String, handOff: String? = nil) -> Opening {
        .preview(
            Opening.Preview(
                appName: profile.shownName, openURL: openURL, getURL: getURL, social: social,
                afterURL: directive("$after_click_url")?.description, handOff: handOff,
                invitation: invitation))
    }

    private func getURL(on platform: Platform, storeID: String?) -> String {
        carrying(fallback(on: platform)) ?? storeID.map(appStoreURL) ?? payload
    }
}
