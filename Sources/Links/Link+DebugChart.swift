package import Values

extension Link {
    /// - Parameter now: a link that is no longer good leads to its fallbacks.
    package func debugChart(in profile: AppProfile, at now: Timestamp) -> DebugChart {
        let branches = DebugChart.Who.allCases.compactMap { who -> DebugChart.Branch? in
            let opening = opening(for: who.visitor, in: profile, clickID: "CLICK_ID", at: now)
            // Where nothing is asked, a Safari is a desktop's.
            if who == .safari, !opening.isQuestion { return nil }
            return DebugChart.Branch(who: who, ways: ways(of: opening, for: who.visitor, in: profile))
        }
        return DebugChart(branches: branches, warnings: profile.warnings(of: spec))
    }

    private func ways(
        of opening: Opening, for visitor: Visitor, in profile: AppProfile
    ) -> [DebugChart.Way] {
        switch opening {
        case .redirect(let url):
            besideApp(for: visitor, in: profile) { .init($0, Self.destination(url), url: url) }
        case .preview(let page):
            besideApp(for: visitor, in: profile) { .init($0, .buttons, ways: buttons(of: page)) }
        case .landing(let page): [.init(nil, .landing, ways: ways(from: page))]
        case .question:
            [.init(nil, .question, ways: [.init(nil, .branch(.ipad)), .init(nil, .branch(.others))])]
        case .card(let card): [.init(nil, .card, url: card.social.imageLink?.description)]
        case .ended(let end): [.init(nil, .ended(end))]
        }
    }

    /// The system itself gives links on our domain to an app that is installed and named in the association
    /// files; `other` is the way where none is.
    private func besideApp(
        for visitor: Visitor, in profile: AppProfile, other: (DebugChart.Choice?) -> DebugChart.Way
    ) -> [DebugChart.Way] {
        let destinations = Destinations(self, in: profile, clickID: nil)
        let hasApp =
            switch visitor.platform {
            case .android, .fire: destinations.androidApp != nil
            case .iphone, .ipad: destinations.iosApp(visitor.platform) != nil
            case .blackberry, .windowsPhone, .desktop: false
            }
        guard hasApp else { return [other(nil)] }
        return [.init(.withApp, .app, url: spec.link.description), other(.withoutApp)]
    }

    /// In the order in which the page has them.
    private func buttons(of page: Opening.Preview) -> [DebugChart.Way] {
        let app = DebugChart.Way(
            page.invitation == nil ? .open : .haveIt, .app, url: withoutClick(page.openURL))
        let get = DebugChart.Way(.getApp, Self.destination(page.getURL), url: page.getURL)
        let after = page.afterURL.map { [DebugChart.Way(.goOn, .browser, url: $0)] } ?? []
        return (page.invitation == nil ? [app, get] : [get, app]) + after
    }

    private func ways(from page: Opening.Landing) -> [DebugChart.Way] {
        let phones: [DebugChart.Way] =
            page.scanURL == nil ? [] : [.init(.scan, .branch(.android)), .init(.scan, .branch(.iphone))]
        return phones + [.init(.goOn, .browser, url: page.webURL)]
    }

    /// An app's URL for a try, with the link instead of a click.
    private func withoutClick(_ url: String) -> String {
        isLong ? url : url.replacing("link_click_id=CLICK_ID", with: "link_code=\(code)")
    }

    private static func destination(_ url: String) -> DebugChart.Destination {
        if url.hasPrefix("https://play.google.com/") { return .googlePlay }
        return url.hasPrefix("https://apps.apple.com/") ? .appStore : .browser
    }
}

extension DebugChart.Who {
    fileprivate var visitor: Visitor {
        switch self {
        case .android: return Visitor(platform: .android)
        case .fire: return Visitor(platform: .fire)
        case .iphone: return Visitor(platform: .iphone)
        case .ipad: return Visitor(platform: .ipad)
        case .safari:
            var visitor = Visitor(platform: .desktop)
            visitor.mayBeIPad = true
            return visitor
        case .others: return Visitor(platform: .desktop)
        case .previews: return Visitor(platform: .desktop, bot: .facebook)
        }
    }
}

extension Opening {
    fileprivate var isQuestion: Bool {
        if case .question = self { return true }
        return false
    }
}
