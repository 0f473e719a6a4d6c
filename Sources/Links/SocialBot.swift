/// Services whose fetchers want Open Graph tags.
package enum SocialBot: String, Sendable, CaseIterable {
    case facebook, x, whatsApp, slack, telegram, linkedIn, discord, iMessage, pinterest, reddit, skype
    case google, bing, other

    /// By the words of a User-Agent, in lower case. An app's own browser, such as `FBAN`, `Instagram`,
    /// `[Pinterest/iOS]` or `LinkedInApp`, is a person and never here.
    init?(words: AgentWords) {
        // Apple's previews call themselves by both names, so that sites treat them like either.
        if words.has("facebookexternalhit"), words.has("twitterbot") {
            self = .iMessage
        } else if let named = words.all.lazy.compactMap({ Self.named[$0] }).first {
            self = named
        } else if let first = words.all.first, let named = Self.namedFirst[first] {
            self = named
        } else if words.all.contains(where: Self.isBot) {
            self = .other
        } else {
            return nil
        }
    }

    private static let named: [String: SocialBot] = [
        "facebookexternalhit": .facebook, "facebot": .facebook, "facebookcatalog": .facebook,
        "facebookbot": .facebook, "externalagent": .facebook, "externalfetcher": .facebook,
        "twitterbot": .x, "slackbot": .slack, "imgproxy": .slack, "telegrambot": .telegram,
        "linkedinbot": .linkedIn, "discordbot": .discord, "pinterestbot": .pinterest, "redditbot": .reddit,
        "skypeuripreview": .skype, "googlebot": .google, "adsbot": .google, "mediapartners": .google,
        "googleother": .google, "bingbot": .bing, "bingpreview": .bing, "adidxbot": .bing,
        "applebot": .other, "embedly": .other, "iframely": .other, "vkshare": .other, "cardyb": .other,
    ]

    /// Fetchers with the name of an app later in their User-Agent, while people in that app also have it.
    private static let namedFirst: [String: SocialBot] = [
        "whatsapp": .whatsApp, "pinterest": .pinterest, "google": .google, "viber": .other,
        "mastodon": .other,
    ]

    /// Another crawler. Cubot makes telephones.
    private static func isBot(_ word: String) -> Bool {
        (word.hasSuffix("bot") && word != "cubot") || word.hasSuffix("crawler") || word.hasSuffix("spider")
    }
}
