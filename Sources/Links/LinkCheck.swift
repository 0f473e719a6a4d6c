internal import Values

extension AppProfile {
    /// The mistakes of a link under this profile: a foreign prefix or app, a payload that is a short link
    /// of ours, a URL that no pattern allows. All of them, in the order of `LinkParameter.all`.
    ///
    /// Firebase only warned of an app that was not the project's. Here each account can make links, so
    /// foreign apps, store pages and schemes are refused: a link must not lead from our domain into a
    /// stranger's app.
    package func refusals(of spec: LinkSpec) -> [LinkRefusal] {
        var refusals: [LinkRefusal] = []
        check(spec.link, .link, &refusals)
        if !prefixes.contains(spec.prefix) {
            refusals.append(.invalid(.prefix, detail: "The app's profile doesn't have this prefix."))
        }
        checkAndroid(spec.android, &refusals)
        checkIOS(spec.ios, &refusals)
        check(spec.desktopFallbackLink, .desktopFallback, &refusals)
        checkMedia(spec.social.imageLink, .socialImage, &refusals)
        checkDirectives(spec.data.directives, &refusals)
        return refusals
    }

    private func checkAndroid(_ part: LinkSpec.Android, _ refusals: inout [LinkRefusal]) {
        if let name = part.packageName, !android.contains(where: { $0.packageName == name }) {
            refusals.append(.invalid(.packageName, detail: "The app's profile doesn't have this package."))
        }
        check(part.fallbackLink, .androidFallback, &refusals)
    }

    private func checkIOS(_ part: LinkSpec.IOS, _ refusals: inout [LinkRefusal]) {
        checkBundle(part.bundleID, .bundleID, &refusals)
        if let id = part.appStoreID, !ios.contains(where: { $0.appStoreID == id }) {
            refusals.append(
                .invalid(.appStoreID, detail: "The app's profile doesn't have this App Store id."))
        }
        check(part.fallbackLink, .iosFallback, &refusals)
        check(part.ipadFallbackLink, .ipadFallback, &refusals)
        checkBundle(part.ipadBundleID, .ipadBundleID, &refusals)
        if let scheme = part.customScheme, !isOurs(scheme: scheme) {
            refusals.append(.invalid(.customScheme, detail: "No app of the profile has this scheme."))
        }
    }

    private func checkBundle(_ id: String?, _ field: LinkField, _ refusals: inout [LinkRefusal]) {
        guard let id, !ios.contains(where: { $0.bundleID == id }) else { return }
        refusals.append(.invalid(field, detail: "The app's profile doesn't have this bundle."))
    }

    /// URL schemes know no case.
    private func isOurs(scheme: String) -> Bool {
        let name = scheme.lowercased()
        return ios.contains { $0.bundleID.lowercased() == name || $0.customScheme?.lowercased() == name }
    }

    /// Branch's control parameters: those that lead somewhere as the fallbacks do.
    private func checkDirectives(_ directives: [String: String], _ refusals: inout [LinkRefusal]) {
        for (name, text) in directives.sorted(by: { $0.key < $1.key }) {
            let field = LinkField.directive(name)
            switch name {
            case _ where LinkData.redirectingNames.contains(name):
                if let url = url(text, field, &refusals) { check(url, field, &refusals) }
            case "$og_image_url", "$og_video":
                if let url = url(text, field, &refusals) { checkMedia(url, field, &refusals) }
            case "$deeplink_path" where !LinkData.isPath(text):
                refusals.append(
                    .invalid(field, detail: "A path has at most 2048 characters that are allowed in URLs."))
            case "$always_deeplink" where Bool(text) == nil:
                refusals.append(.invalid(field, detail: "Must be true or false."))
            default: continue
            }
        }
    }

    private func url(_ text: String, _ field: LinkField, _ refusals: inout [LinkRefusal]) -> WebURL? {
        do throws(WebURL.Mistake) {
            return try WebURL(text)
        } catch {
            refusals.append(.invalid(field, detail: error.detail))
            return nil
        }
    }

    /// A URL that people are sent to.
    private func check(_ url: WebURL?, _ field: LinkField, _ refusals: inout [LinkRefusal]) {
        guard let url else { return }
        if prefixes.contains(where: { $0.covers(url) }) {
            refusals.append(.invalid(field, detail: "Leads to one of the app's own short links."))
        } else if !isAllowed(url) {
            refusals.append(.notAllowed(field))
        }
    }

    /// A URL that pages show without redirects.
    private func checkMedia(_ url: WebURL?, _ field: LinkField, _ refusals: inout [LinkRefusal]) {
        guard let url, url.scheme != "https" else { return }
        refusals.append(.invalid(field, detail: "A URL must begin with https://."))
    }

    /// Whether invites, whose payload this is but for the code, could be made.
    package var allowsInvites: Bool {
        guard let link = inviteLink(referral: ReferralCode("0000000000")) else { return true }
        return isAllowed(link)
    }

    /// Without patterns: the profile's own hosts and its own apps' pages in the stores. Another app's page
    /// needs a pattern that is of it, not merely of the store.
    private func isAllowed(_ url: WebURL) -> Bool {
        let page = StorePage(url)
        let isOwn = page?.isOwn(in: self)
        guard allowedPatterns.isEmpty else {
            return allowedPatterns.contains { pattern in
                isOwn == false ? page?.isNamed(by: pattern) == true : pattern.matches(url)
            }
        }
        return isOwn ?? (url.host == inviteLink?.host || prefixes.contains { $0.host == url.host })
    }
}
