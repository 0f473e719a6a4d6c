package import Values

extension AppProfile {
    /// The Facebook App Links page's tags, what came as `referral` added to both app URLs, be it a code of
    /// ours or another system's: `scheme://applink?referral=CODE`. Without one they are valid, too.
    package func appLinks(referral text: String?) -> Opening.AppLinks {
        let code = text.flatMap { ReferralCode.written($0) }
        let items = text.map { [(name: "referral", value: code?.description ?? $0)] } ?? []
        var tags = Opening.AppLinks()
        if let app = ios.first {
            tags.iosURL = Destinations.adding(items, to: "\(app.scheme)://applink")
            tags.iosAppStoreID = app.appStoreID
            tags.iosAppName = name
        }
        if let app = android.first {
            tags.androidURL = Destinations.adding(items, to: "\(app.scheme)://applink")
            tags.androidPackage = app.packageName
            tags.androidAppName = name
        }
        tags.webURL = inviteLink(referral: code)?.description
        return tags
    }

    /// The payload of a user's invites: the app's invite link with `invitedby`, or what the profile calls it.
    func inviteLink(referral code: ReferralCode?) -> WebURL? {
        inviteLink?.adding(code.map { [(inviteParameters[0], $0.description)] } ?? [])
    }

    /// A user's invite: the app's invite link, opened in the app's own apps. Nil if the app has no invite
    /// link.
    package func inviteSpec(
        referralCode: ReferralCode, channel: String? = nil, campaign: String? = nil,
        data: LinkData = LinkData(), social: LinkSpec.SocialCard = LinkSpec.SocialCard()
    ) -> LinkSpec? {
        guard let link = inviteLink(referral: referralCode), let prefix = prefixes.first else { return nil }
        var spec = LinkSpec(link: link, prefix: prefix)
        spec.android.packageName = android.first?.packageName
        spec.ios.bundleID = ios.first?.bundleID
        spec.ios.appStoreID = ios.first?.appStoreID
        spec.ios.customScheme = ios.first?.customScheme
        spec.social = social
        spec.data = data
        (spec.channel, spec.campaign) = (channel, campaign)
        return spec
    }
}

extension AppProfile.IOSApp {
    /// Default: its bundle id.
    var scheme: String { customScheme ?? bundleID }
}
