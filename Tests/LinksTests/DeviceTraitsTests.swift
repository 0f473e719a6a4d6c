import Links
import Testing

/// What a page and an app say of one device comes to the same.
@Suite struct DeviceTraitsTests {
    private static func app(_ change: (inout LinkClaim.Device) -> Void) -> DeviceTraits {
        var device = LinkClaim.Device(platform: .ios)
        change(&device)
        return DeviceTraits(device)
    }

    @Test func `a screen is the same either way up, in points or in pixels`() {
        let page = DeviceTraits(screen: "393x852", scale: 3, timeZone: nil, languages: [])
        #expect(page.screenInPoints == "393x852" && page.screenInPixels == "1179x2556")
        for text in ["1179x2556", "2556X1179", "1179 × 2556", "1179*2556"] {
            #expect(Self.app { $0.screen = text }.screenInPoints == page.screenInPixels, "\(text)")
        }
        for text in ["", "x", "393", "393x", "0x852", "1x2x3", "393x8520000", "a393x852"] {
            #expect(Self.app { $0.screen = text }.screenInPoints == nil, "\(text)")
        }
    }

    @Test func `a scale is a number, however it is written`() {
        let page = DeviceTraits(screen: nil, scale: 3, timeZone: nil, languages: [])
        #expect(page.scale == "3")
        #expect(Self.app { $0.scale = "3.0" }.scale == "3")
        #expect(
            Self.app { $0.scale = "2.625" }.scale
                == DeviceTraits(
                    screen: nil, scale: 2.625, timeZone: nil, languages: []
                ).scale)
        #expect(Self.app { $0.scale = "x" }.scale == nil)
    }

    @Test(arguments: [
        ("de-DE", "de_AT"), ("en-GB", "en"), ("iw", "he-IL"), ("nb-NO", "no"), ("zh-Hans-CN", "zh_TW"),
    ]) func `a language is the first one's, whatever the country`(page: String, app: String) {
        let traits = DeviceTraits(screen: nil, scale: nil, timeZone: nil, languages: [page, "fr"])
        #expect(traits.language == Self.app { $0.language = app }.language)
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), ("Asia/Calcutta", "Asia/Kolkata"), ("GMT", "Etc/UTC"),
        ("Europe/Kiev", "Europe/Kyiv"),
    ]) func `a time zone has one name`(page: String, app: String) {
        let traits = DeviceTraits(screen: nil, scale: nil, timeZone: page, languages: [])
        #expect(traits.timeZone == Self.app { $0.timezone = app }.timeZone)
    }
}
