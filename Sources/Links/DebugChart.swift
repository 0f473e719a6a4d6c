package import Values

/// The debug page's flow chart: where each platform goes.
package struct DebugChart: Equatable, Sendable {
    package struct Branch: Equatable, Sendable {
        /// Such as `Android`, or `iPhone, app not installed`.
        package let who: String
        /// The steps in order, such as `The app opens with the link`, each with the URL it leads to.
        package let steps: [Step]
    }

    package struct Step: Equatable, Sendable {
        package let text: String
        package let url: String?
    }

    package let branches: [Branch]
    package let warnings: [LinkWarning]
}

extension Link {
    /// - Parameter now: a link that is no longer good leads to its fallbacks.
    package func debugChart(in profile: AppProfile, at now: Timestamp) -> DebugChart {
        let branches = Self.visitors.map { who, visitor in
            let opening = opening(for: visitor, in: profile, clickID: "CLICK_ID", at: now)
            return DebugChart.Branch(who: who, steps: steps(of: opening, for: visitor, in: profile))
        }
        return DebugChart(branches: branches, warnings: profile.warnings(of: spec))
    }

    private static let visitors = [
        ("Android", Visitor(platform: .android)), ("Amazon Fire", Visitor(platform: .fire)),
        ("iPhone", Visitor(platform: .iphone)), ("iPad", Visitor(platform: .ipad)),
        ("Desktop and others", Visitor(platform: .desktop)),
        ("Social preview", Visitor(platform: .desktop, bot: .facebook)),
    ]

    private func steps(
        of opening: Opening, for visitor: Visitor, in profile: AppProfile
    ) -> [DebugChart.Step] {
        switch opening {
        case .redirect(let url): appStep(for: visitor, in: profile) + [.init(text: Self.place(url), url: url)]
        case .preview(let page):
            appStep(for: visitor, in: profile) + [
                .init(text: "Otherwise a page with two buttons", url: nil),
                .init(text: "Open: the app", url: withoutClick(page.openURL)),
                .init(text: "Get the app: \(Self.place(page.getURL))", url: page.getURL),
            ]
        case .card(let card):
            [
                .init(
                    text: "A page with the link's title, text and picture",
                    url: card.social.imageLink?.description)
            ]
        case .question: [.init(text: "A page that finds out whether it is on an iPad", url: nil)]
        case .landing(let landing):
            [
                .init(text: "A page with the invitation, and a QR code for the phone", url: nil),
                .init(text: "On the web", url: landing.webURL),
            ]
        case .ended(.expired): [.init(text: "The page that says that the link has expired", url: nil)]
        case .ended(.used): [.init(text: "The page that says that the link has been used", url: nil)]
        }
    }

    /// An app's URL that somebody may try: there is no such click, but the link.
    private func withoutClick(_ url: String) -> String {
        isLong ? url : url.replacing("link_click_id=CLICK_ID", with: "link_code=\(code)")
    }

    /// The system itself gives links on our domain to an app that is installed and named in the association
    /// files.
    private func appStep(for visitor: Visitor, in profile: AppProfile) -> [DebugChart.Step] {
        let destinations = Destinations(self, in: profile, clickID: nil)
        let hasApp =
            switch visitor.platform {
            case .android, .fire: destinations.androidApp != nil
            case .iphone, .ipad: destinations.iosApp(visitor.platform) != nil
            case .blackberry, .windowsPhone, .desktop: false
            }
        return hasApp
            ? [.init(text: "Where the app is installed, it opens with the link", url: spec.link.description)]
            : []
    }

    private static func place(_ url: String) -> String {
        if url.hasPrefix("https://play.google.com/") { return "Google Play" }
        return url.hasPrefix("https://apps.apple.com/") ? "The App Store" : "The browser"
    }
}
