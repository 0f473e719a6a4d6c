import TestSupport
import Testing

@testable import Links

struct DeviceFamilyTests {
    @Test(
        arguments: [
            (UserAgent.iPhone, .iphone), (UserAgent.iPad, .ipad), (UserAgent.android, .android),
            (UserAgent.fire, .fire), (UserAgent.desktop, .windows), (UserAgent.safariOnMacintosh, .mac),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0", .linux),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/124.0 Safari/537.36",
                .chromebook
            ),
            ("okhttp/4.12.0", .android), ("Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", .android),
            ("Pieces/7 CFNetwork/1490.0.4 Darwin/23.2.0", .apple), ("curl/8.5.0", nil), ("", nil),
            (String(repeating: "x ", count: 5_000) + "linux", nil),
        ] as [(String, DeviceFamily?)])
    func `is told of a few words of a User-Agent`(agent: String, family: DeviceFamily?) {
        #expect(DeviceFamily(userAgent: agent) == family)
    }

    @Test func `none is longer than what the API says`() {
        #expect(DeviceFamily.allCases.allSatisfy { $0.rawValue.utf8.count <= 40 })
    }
}
