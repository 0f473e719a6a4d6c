import Links
import TestSupport
import Testing

/// Stores are full of strangers' apps: a link leads to one of ours, or to one that a pattern is of.
@Suite struct StorePageTests {
    private static let play = "https://play.google.com/store/apps/details?id="

    private static func allows(_ text: String, _ patterns: [String]) throws -> Bool {
        var profile = AppProfile.test
        profile.allowedPatterns = try patterns.map { try URLPattern($0) }
        let prefix = try #require(profile.prefixes.first)
        return profile.refusals(of: LinkSpec(link: try WebURL(text), prefix: prefix)).isEmpty
    }

    @Test(
        arguments: [
            play + "com.example.game", play + "com.example.game&hl=de#top", play + "com%2Eexample.game",
            play + "com.example.game&id=com.example.game", "https://apps.apple.com/app/id1234567890",
            "https://apps.apple.com/us/app/pieces-eight/id1234567890?mt=8",
            "https://apps.apple.com/x/../app/id1234567890", "https://itunes.apple.com/app/id1234567890",
        ])
    func `an own app's page is followed, with patterns that let the store through and without any`(
        text: String
    ) throws {
        #expect(try Self.allows(text, []))
        #expect(try Self.allows(text, [#"^https://(apps\.apple|itunes\.apple|play\.google)\.com/.*$"#]))
        #expect(try !Self.allows(text, [#"^https://example\.com/.*$"#]))
    }

    @Test(
        arguments: [
            play + "com.evil", play + "com.example.game.evil", play + "com.example.game&id=com.evil",
            play + "com.evil&id=com.example.game", play + "com.evil#com.example.game",
            play + "com.evil&%69d=com.example.game", "https://play.google.com/store/apps/details?ID=com.evil",
            "https://play.google.com/store/apps/dev?id=com.example.game",
            "https://play.google.com/store/apps/details/../dev?id=com.example.game",
            "https://play.google.com/store/search?q=id&id=com.example.game", "https://play.google.com/",
            "https://PLAY.google.com:443/store/apps/details?id=com.evil",
            "https://apps.apple.com/app/id999", "https://apps.apple.com/us/app/id1234567890/id999",
            "https://apps.apple.com/us/app/id999/id1234567890", "https://apps.apple.com/us/app/x/id999",
            "https://apps.apple.com/us/app/x/id1234567890/../id999", "https://apps.apple.com/developer/id999",
            "https://geo.itunes.apple.com/app/id999",
        ])
    func `a stranger's app is not, though a pattern lets the store through`(text: String) throws {
        #expect(try !Self.allows(text, []))
        for pattern in ["^https://", #"^https?://(?i)(geo\.itunes|apps|play)\.(apple|google)\.com.*$"#] {
            #expect(try !Self.allows(text, [pattern]), "\(pattern)")
        }
    }

    @Test func `a pattern that is of the page allows it`() throws {
        for (text, pattern) in [
            (Self.play + "com.partner", #"^https://play\.google\.com/store/apps/details\?id=com\.partner$"#),
            (
                Self.play + "com.partner.b",
                #"^https://play\.google\.com/store/apps/details\?id=com\.partner\..*$"#
            ),
            ("https://apps.apple.com/de/app/x/id77", #"^https://apps\.apple\.com/([a-z]{2}/)?app/.*id77$"#),
            (
                "https://play.google.com/store/apps/dev?id=7",
                #"^https://play\.google\.com/store/apps/dev\?id=7$"#
            ),
        ] {
            #expect(try Self.allows(text, [pattern]), "\(text)")
            #expect(try Self.allows(text, ["^https://example.com/", pattern]), "\(text)")
        }
    }
}
