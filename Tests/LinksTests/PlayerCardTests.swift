import Links
import TestSupport
import Testing

/// Which cards the profile allows on links that no key made.
struct PlayerCardTests {
    private static func profile(_ cards: AppProfile.PlayerCards?) throws -> AppProfile {
        var profile = AppProfile.test
        profile.playerCards = cards
        profile.social.imageLink = try WebURL("https://cdn.example.com/card.png")
        profile.brand.icon = try WebURL("https://icons.example.com/icon.png")
        return profile
    }

    private static func spec(_ picture: String? = nil, data: [String: String] = [:]) throws -> LinkSpec {
        var spec = LinkSpec(
            link: try WebURL("https://example.com/join"), prefix: AppProfile.test.prefixes[0])
        spec.social.imageLink = try picture.map { try WebURL($0) }
        spec.data.directives = data
        return spec
    }

    private static func refused(_ cards: AppProfile.PlayerCards?, _ spec: LinkSpec) throws -> [String] {
        try profile(cards).cardRefusals(of: spec).map { refusal in
            if case .invalid(let field, _) = refusal { field.pointer } else { "" }
        }
    }

    @Test(arguments: [
        ("https://go.example.com/a.png", true), ("https://example.com/a.png", true),
        ("https://cdn.example.com/b.png", true), ("https://icons.example.com/c.png", true),
        ("https://evil.example/a.png", false), ("https://example.com.evil.example/a.png", false),
        ("https://other.example.com/a.png", false),
    ])
    func `own pictures are those of the profile's hosts`(picture: String, isOwn: Bool) throws {
        let spec = try Self.spec(picture)
        #expect(try Self.refused(.ownPictures, spec) == (isOwn ? [] : ["/social/image_link"]))
        let data = try Self.spec(data: ["$og_image_url": picture, "$og_video": picture])
        #expect(
            try Self.refused(.ownPictures, data) == (isOwn ? [] : ["/data/$og_image_url", "/data/$og_video"]))
        #expect(try Self.refused(.any, spec) == [] && Self.refused(nil, spec) == [])
    }

    @Test func `none refuses titles, texts and pictures, wherever they are`() throws {
        var spec = try Self.spec(
            "https://example.com/a.png", data: ["$og_title": "a", "$og_description": "b", "$og_video": "x"])
        spec.social.title = "Win"
        spec.social.description = "a prize"
        #expect(
            try Self.refused(AppProfile.PlayerCards.none, spec) == [
                "/social/title", "/social/description", "/data/$og_title", "/data/$og_description",
                "/social/image_link", "/data/$og_video",
            ])
        let plain = try Self.spec(data: ["$desktop_url": "https://example.com/"])
        #expect(try Self.refused(AppProfile.PlayerCards.none, plain) == [])
        #expect(try Self.refused(.ownPictures, spec) == ["/data/$og_video"])
    }
}
