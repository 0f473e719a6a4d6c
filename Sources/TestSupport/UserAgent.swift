/// User agents as devices and services sent them.
package enum UserAgent {
    package static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) "
        + "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1"
    package static let iPad =
        "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) "
        + "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1"
    /// Says Macintosh, as iPads do where they ask for desktop sites.
    package static let iPadAsDesktop =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
        + "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
    /// As iPads come, and Macs.
    package static let safariOnMacintosh =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
        + "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15"
    package static let android =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) "
        + "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
    package static let fire =
        "Mozilla/5.0 (Linux; Android 9; KFMAWI) "
        + "AppleWebKit/537.36 (KHTML, like Gecko) Silk/108.4.6 like Chrome/108.0.0.0 Safari/537.36"
    package static let desktop =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) "
        + "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36"
    package static let facebook = "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"
    package static let x = "Twitterbot/1.0"
    package static let whatsApp = "WhatsApp/2.23.20.0"
    package static let slack = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"
    package static let telegram = "TelegramBot (like TwitterBot)"
    package static let linkedIn =
        "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"
    package static let discord = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"
    package static let iMessage =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) "
        + "AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 "
        + "facebookexternalhit/1.1 Facebot Twitterbot/1.0"

    package static let bots = [facebook, x, whatsApp, slack, telegram, linkedIn, discord, iMessage]
}
