import Links
import TestSupport
import Testing

@Suite struct LinkCheckTests {
    private static func spec(_ parameters: String = "", prefix: String = "https://go.example.com") throws
        -> LinkSpec
    {
        let text =
            prefix + "/?link=https%3A%2F%2Fexample.com%2Fjoin" + (parameters.isEmpty ? "" : "&" + parameters)
        return try LongLink.parse(text).spec
    }

    private static func pointers(_ refusals: [LinkRefusal]) -> [String] {
        refusals.map {
            switch $0 {
            case .invalid(let field, _): field.pointer
            case .notAllowed(let field): field.pointer + " not allowed"
            }
        }
    }

    @Test func `a good link has nothing against it`() throws {
        let spec = try Self.spec(
            "apn=com.example.game&afl=https://example.com/a&amv=3&ibi=com.example.game&isi=1234567890&ius=ExampleGame"
                + "&ifl=https://apps.apple.com/app/id1234567890&ipfl=https://example.com/b&ofl=https://example.com/c"
                + "&si=https://anywhere.example/x.png")
        #expect(AppProfile.test.refusals(of: spec) == [])
        #expect(AppProfile.test.warnings(of: spec) == [])
    }

    @Test(
        arguments: [
            ("apn=com.evil.game", "/android/package_name"), ("ibi=com.evil.game", "/ios/bundle_id"),
            ("ipbi=com.evil.game", "/ios/ipad_bundle_id"), ("isi=666", "/ios/app_store_id"),
            ("ius=javascript", "/ios/custom_scheme"), ("ius=tel", "/ios/custom_scheme"),
            ("afl=https://evil.example/", "/android/fallback_link not allowed"),
            ("ifl=https://evil.example/?https://example.com/", "/ios/fallback_link not allowed"),
            ("ipfl=http://example.com/", "/ios/ipad_fallback_link not allowed"),
            ("ofl=https://example.com.evil.example/", "/desktop/fallback_link not allowed"),
            ("ofl=https://go.example.com/abc", "/desktop/fallback_link"),
            ("afl=https://example.com/invite/abc", "/android/fallback_link"),
            ("si=http://example.com/x.png", "/social/image_link"),
        ])
    func `refuses what would lead astray`(parameter: String, pointer: String) throws {
        #expect(Self.pointers(AppProfile.test.refusals(of: try Self.spec(parameter))) == [pointer])
    }

    @Test(
        arguments: [
            "https://go.example.com", "https://go.example.com/", "https://GO.example.com/abc",
            "https://go.example.com:8443/abc", "http://go.example.com/?link=x", "https://example.com/invite",
            "https://example.com/invite/abc", "https://example.com//invite/abc",
            "https://example.com/./invite/abc",
            "https://example.com/x/../invite/abc", "https://example.com/%69nvite/abc",
            "https://example.com/x/%2e%2e/invite",
        ])
    func `refuses a payload that is a short link of ours, however it is written`(text: String) throws {
        let spec = LinkSpec(link: try WebURL(text), prefix: try #require(AppProfile.test.prefixes.first))
        #expect(Self.pointers(AppProfile.test.refusals(of: spec)) == ["/link"])
    }

    @Test func `a neighbour of a prefix's path is no link of ours`() throws {
        let spec = LinkSpec(
            link: try WebURL("https://example.com/invitees?invite"),
            prefix: try #require(AppProfile.test.prefixes.first))
        #expect(AppProfile.test.refusals(of: spec) == [])
    }

    @Test func `refuses a prefix that is not the app's`() throws {
        let spec = try Self.spec(prefix: "https://go.evil.example")
        #expect(Self.pointers(AppProfile.test.refusals(of: spec)) == ["/domain_uri_prefix"])
    }

    @Test func `tells every mistake at once, in the order of the table`() throws {
        let spec = try Self.spec("ofl=https://evil.example/&apn=com.evil&si=http://x.example/&ibi=com.evil")
        #expect(
            Self.pointers(AppProfile.test.refusals(of: spec)) == [
                "/android/package_name", "/ios/bundle_id", "/desktop/fallback_link not allowed",
                "/social/image_link",
            ])
    }

    @Test(
        arguments: [
            ("$desktop_url", "https://evil.example/", "/data/$desktop_url not allowed"),
            ("$android_url", "https://evil.example/", "/data/$android_url not allowed"),
            ("$ios_url", "javascript:alert(1)", "/data/$ios_url"),
            ("$ipad_url", "https://evil.example/", "/data/$ipad_url not allowed"),
            ("$fire_url", "https://evil.example/", "/data/$fire_url not allowed"),
            ("$blackberry_url", "https://evil.example/", "/data/$blackberry_url not allowed"),
            ("$windows_phone_url", "https://evil.example/", "/data/$windows_phone_url not allowed"),
            ("$after_click_url", "https://go.example.com/x", "/data/$after_click_url"),
            ("$og_url", "https://evil.example/", "/data/$og_url not allowed"),
            ("$og_image_url", "http://example.com/x.png", "/data/$og_image_url"),
            ("$og_image_url", "data:image/png,x", "/data/$og_image_url"),
            ("$og_video", "http://example.com/x.mp4", "/data/$og_video"),
            ("$deeplink_path", "a\" onclick=\"x", "/data/$deeplink_path"),
            ("$deeplink_path", "a\r\nb", "/data/$deeplink_path"),
            ("$deeplink_path", "a b", "/data/$deeplink_path"),
            ("$deeplink_path", #"a\b"#, "/data/$deeplink_path"),
            ("$always_deeplink", "1", "/data/$always_deeplink"),
        ])
    func `checks what the data directs`(name: String, value: String, pointer: String) throws {
        var spec = try Self.spec()
        spec.data = LinkData(json: "{}", directives: [name: value])
        #expect(Self.pointers(AppProfile.test.refusals(of: spec)) == [pointer])
    }

    @Test func `takes good directives, and those it doesn't know`() throws {
        var spec = try Self.spec()
        spec.data.directives = [
            "$desktop_url": "https://example.com/d", "$og_image_url": "https://cdn.example/x.png",
            "$og_title": "<b>",
            "$deeplink_path": "room/7?seat=%20#top", "$always_deeplink": "false", "$custom": "\u{0}",
        ]
        #expect(AppProfile.test.refusals(of: spec) == [])
    }

    @Test(
        arguments: [
            ("https://go.example.com.evil.example/", false), ("https://evil.example/", false),
            ("https://example.com/x", true), ("https://evil.example/https://example.com/", false),
            ("https://play.google.com/store/apps/details?id=com.example.game", true),
            ("https://play.google.com/store", false),
            ("https://apps.apple.com/app/id1234567890", true), ("https://apps.apple.com/app/id1", false),
            ("https://itunes.apple.com/app/id1234567890?mt=8", true),
            ("https://itunes.apple.com/app/id1", false),
        ])
    func `without patterns URLs lead to the app's own hosts and its own pages in the stores alone`(
        text: String, isAllowed: Bool
    ) throws {
        var profile = AppProfile.test
        profile.allowedPatterns = []
        var spec = try Self.spec()
        spec.desktopFallbackLink = try WebURL(text)
        #expect(profile.refusals(of: spec).isEmpty == isAllowed)
    }

    @Test func `an App Store id is the profile's, or none`() throws {
        var profile = AppProfile.test
        profile.ios[0].appStoreID = nil
        let refusals = profile.refusals(of: try Self.spec("ibi=com.example.game&isi=666"))
        #expect(Self.pointers(refusals) == ["/ios/app_store_id"])
    }

    @Test(
        arguments: [
            ("amv=3", "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION"),
            ("isi=1234567890", "UNNECESSARY_IOS_APP_STORE_ID"),
            ("ius=examplegame", "UNNECESSARY_IOS_URL_SCHEME"),
            ("efr=1&apn=com.example.game", "UNNECESSARY_FORCED_REDIRECT"),
        ])
    func `warns of what is said in vain`(parameters: String, code: String) throws {
        #expect(AppProfile.test.warnings(of: try Self.spec(parameters)).map(\.code) == [code])
    }

    @Test func `warns of a store id of another app, and of a fragment`() throws {
        var profile = AppProfile.test
        profile.ios.append(.init(bundleID: "com.example.other", prefix: "ABCDE12345", appStoreID: "2"))
        let spec = try Self.spec("ibi=com.example.game&isi=2")
        #expect(profile.warnings(of: spec).map(\.code) == ["NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID"])
        #expect(profile.refusals(of: spec) == [])
        let prefix = try #require(profile.prefixes.first)
        let fragment = LinkSpec(link: try WebURL("https://example.com/#top"), prefix: prefix)
        #expect(profile.warnings(of: fragment).map(\.code) == ["LINK_WITH_FRAGMENTS"])
    }
}
