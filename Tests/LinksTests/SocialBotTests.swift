import Links
import Testing

@Suite struct SocialBotTests {
    static let webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
    static let blink = "AppleWebKit/537.36 (KHTML, like Gecko)"
    static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"

    @Test(
        arguments: [
            ("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", SocialBot.facebook),
            ("Mozilla/5.0 (compatible) facebookexternalhit/1.1", .facebook),
            ("Facebot", .facebook), ("facebookcatalog/1.0", .facebook),
            (
                "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
                .facebook
            ),
            ("Twitterbot/1.0", .x),
            ("Mozilla/5.0 (compatible; Twitterbot/1.0)", .x),
            ("WhatsApp/2.23.20.0 A", .whatsApp), ("WhatsApp/2.24.7.81 i", .whatsApp),
            ("WhatsApp/2.2413.1 N", .whatsApp),
            ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", .slack),
            ("Slackbot 1.0 (+https://api.slack.com/robots)", .slack),
            ("Slack-ImgProxy (+https://api.slack.com/robots)", .slack),
            ("TelegramBot (like TwitterBot)", .telegram),
            (
                "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
                .linkedIn
            ),
            ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", .discord),
            (
                agent(
                    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like ",
                    "Gecko) Version/9.0.1 ",
                    "Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0"),
                .iMessage
            ),
            ("Pinterest/0.2 (+https://www.pinterest.com/bot.html)", .pinterest),
            (
                "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)",
                .pinterest
            ),
            ("Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)", .reddit),
            (
                agent(
                    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 ",
                    "skype-url-preview@microsoft.com"),
                .skype
            ),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", .google),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) \(blink) ",
                    "Chrome/124.0.6367.82 Mobile Safari/537.36 ",
                    "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
                .google
            ),
            ("Google (+https://developers.google.com/+/web/snippet/)", .google),
            ("AdsBot-Google (+http://www.google.com/adsbot.html)", .google),
            ("Mozilla/5.0 \(blink) (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", .bing),
            (
                agent(
                    "\(mac) \(webkit) Version/17.4 Safari/605.1.15 (Applebot/0.1; ",
                    "+http://www.apple.com/go/applebot)"),
                .other
            ),
            ("Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", .other),
            ("Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)", .other),
            ("DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", .other),
            (
                agent(
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/122.0.0.0 Safari/537.36 ",
                    "Snap URL Preview Service; ",
                    "bot; snapchat; https://developers.snap.com/robots"),
                .other
            ),
            ("http.rb/5.1.1 (Mastodon/4.2.8; +https://mastodon.example/) Bot", .other),
            ("Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)", .other),
            ("facebookexternalhit/1.1;line-poker/1.0", .facebook),
        ] as [(String, SocialBot)])
    func `knows services that preview links`(agent: String, bot: SocialBot) {
        #expect(Visitor(userAgent: agent).bot == bot)
    }
}

/// A long text in parts, at no cost to the compiler.
private func agent(_ parts: String...) -> String { parts.joined() }
