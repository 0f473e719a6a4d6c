/// Who opens a link, as far as a User-Agent tells.
package struct Visitor: Equatable, Sendable {
    package var platform: Platform
    /// The service that fetches the link to preview it.
    package var bot: SocialBot?
    /// Such as `17.4`; nil where it is not told, or told falsely as reduced user agents do.
    package var osVersion: String?
    /// Such as `Pixel 8`.
    package var model: String?

    /// Never fails: noise is a desktop.
    package init(userAgent: String) {
        fatalError("H1")
    }

    package init(platform: Platform, bot: SocialBot? = nil, osVersion: String? = nil, model: String? = nil) {
        self.platform = platform
        self.bot = bot
        self.osVersion = osVersion
        self.model = model
    }
}

package enum Platform: String, Sendable, CaseIterable {
    case iphone
    case ipad
    case android
    /// Amazon's tablets.
    case fire
    case blackberry
    case windowsPhone = "windows_phone"
    case desktop

    /// As statistics count it: everything that is no mobile platform of theirs is a desktop.
    package var family: PlatformFamily {
        switch self {
        case .iphone, .ipad: .ios
        case .android, .fire: .android
        case .blackberry, .windowsPhone, .desktop: .desktop
        }
    }
}

package enum PlatformFamily: String, Sendable, CaseIterable, Comparable {
    case android
    case desktop
    case ios

    package static func < (left: PlatformFamily, right: PlatformFamily) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Services whose fetchers want Open Graph tags.
package enum SocialBot: String, Sendable, CaseIterable {
    case facebook, x, whatsApp, slack, telegram, linkedIn, discord, iMessage, pinterest, reddit, skype
    case google, bing, other
}
