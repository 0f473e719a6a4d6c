/// The app that links stand on: its domains, stores and texts. Read from a JSON file and checked as a whole.
package struct AppProfile: Sendable {
    /// Shown on pages.
    package var name: String
    /// The first is used unless a link says otherwise; at least one.
    package var prefixes: [LinkPrefix]
    package var android: [AndroidApp] = []
    package var ios: [IOSApp] = []
    /// The payload of invites.
    package var inviteLink: WebURL?
    /// Query items of payloads that name who invites; the first is the one that invites are made with.
    package var inviteParameters = [AppProfile.inviterParameter]
    /// By channel, such as `email` or `sms`; `default` for any other.
    package var inviteTexts: [String: InviteText] = [:]
    /// For links without a social preview of their own.
    package var social = LinkSpec.SocialCard()
    /// Up to 10; empty allows the hosts of `prefixes` and of `inviteLink`, and the apps' own pages in the
    /// stores.
    package var allowedPatterns: [URLPattern] = []
    /// Cards of links that no key made; nil is `any`, for profiles from before there was a choice.
    package var playerCards: PlayerCards?
    /// Long links show their own cards without a signature: for links from before signatures.
    package var trustsUnsignedCards = false
    /// Get the app copies the invite on iPhones and iPads, so that the app can ask for it once it is there.
    package var handsOff = true
    /// Fallbacks on the app's own site get the click's id, so that the site can hand it to the app.
    package var fallbacksCarryClick = false
    /// Where Facebook's App Links page is, beside `/applink`; nil for nowhere else.
    package var appLinksPath: String?
    /// Older apps should ask for an update.
    package var leastVersion = LeastVersion()
    /// How pages look.
    package var brand = Brand()
    /// The invite's reward for both, for its page; a rule's name in braces is replaced by its amount.
    package var inviteOffer: String?
    /// Invites open as a page on desktops, which carries them to the phone; else they go on to the web.
    package var hasDesktopPage = false
    /// Keys that old clients send in their requests, so that only the host must change.
    package var legacyKeys = LegacyKeys()

    package init(name: String, prefixes: [LinkPrefix]) {
        self.name = name
        self.prefixes = prefixes
    }

    package struct AndroidApp: Equatable, Sendable {
        package var packageName: String
        /// SHA-256 of the signing certificates, as `AB:CD:…`.
        package var fingerprints: [String]
        package var customScheme: String?
        /// Chrome tries to open it before it goes to the store: for an app whose links aren't verified.
        package var opensByIntent = false

        package init(packageName: String, fingerprints: [String], customScheme: String? = nil) {
            self.packageName = packageName
            self.fingerprints = fingerprints
            self.customScheme = customScheme
        }
    }

    package struct IOSApp: Equatable, Sendable {
        package var bundleID: String
        /// The App ID prefix, usually the team's id.
        package var prefix: String
        package var appStoreID: String?
        package var customScheme: String?

        package init(
            bundleID: String, prefix: String, appStoreID: String? = nil, customScheme: String? = nil
        ) {
            self.bundleID = bundleID
            self.prefix = prefix
            self.appStoreID = appStoreID
            self.customScheme = customScheme
        }
    }

    /// An app's text for an invite. `{link}`, `{name}`, `{app}` and `{code}` are replaced by the invite's
    /// short link, the inviter's name, the app's name and the referral code.
    package struct InviteText: Equatable, Sendable {
        package static let placeholders = ["link", "name", "app", "code"]

        package var subject: String?
        package var body: String?

        package init(subject: String? = nil, body: String? = nil) {
            self.subject = subject
            self.body = body
        }

        /// The first word in braces that stands for nothing; what is no word in braces is text.
        package static func unknownPlaceholder(
            in text: String, besides known: [String] = placeholders
        ) -> String? {
            let words = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.contains("}") ? $0.prefix { $0 != "}" } : nil
            }
            let unknown = words.first { text in
                let word = text.drop { $0 == " " }.prefix { $0 != " " }
                return text.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
                    && text.count(where: { $0 != " " }) == word.count
                    && word.contains(where: \.isLetter) && !known.contains(String(text))
            }
            return unknown.map(String.init)
        }
    }

    /// Versions of the app, such as `2.4.0`; nil for any.
    package struct LeastVersion: Equatable, Sendable {
        package var ios: String?
        package var android: String?

        package init(ios: String? = nil, android: String? = nil) {
            self.ios = ios
            self.android = android
        }
    }

    /// The keys of Firebase's and Branch's clients.
    package struct LegacyKeys: Equatable, Sendable {
        /// Firebase Web API keys, in `?key=`.
        package var firebaseAPIKeys: Set<String> = []
        /// Branch keys, in `branch_key`.
        package var branchKeys: Set<String> = []
        /// SHA-256 of Branch secrets, in `branch_secret`, as 64 hexadecimal digits.
        package var branchSecretHashes: Set<String> = []

        package init() {}
    }
}
