import Links
import TestSupport
import Testing

@Suite struct VisitorTests {
    static let webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
    static let blink = "AppleWebKit/537.36 (KHTML, like Gecko)"
    static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"

    @Test(
        arguments: [
            // Safari, Chrome, Firefox and apps' own browsers on an iPhone.
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) \(webkit) Version/17.4.1 ",
                    "Mobile/15E148 Safari/604.1"),
                Platform.iphone, "17.4.1"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) \(webkit) CriOS/124.0.6367.88 ",
                    "Mobile/15E148 Safari/604.1"),
                .iphone, "17.4"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) \(webkit) FxiOS/125.0 ",
                    "Mobile/15E148 Safari/605.1.15"),
                .iphone, "16.6"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "[FBAN/FBIOS;FBAV/460.0.0.33.107;FBDV/iPhone14,2;FBMD/iPhone;FBSN/iOS;FBSV/17.4]"),
                .iphone, "17.4"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) \(webkit) Mobile/21B74 ",
                    "Instagram 325.0.3.34.90 (iPhone15,2; iOS 17_1; en_US; en; scale=3.00; 1179x2556; ",
                    "578366706)"),
                .iphone, "17.1"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "Safari Line/13.14.0"),
                .iphone, "16.5"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "[Pinterest/iOS]"),
                .iphone, "16.3"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "LinkedInApp/9.28"),
                .iphone, "17.0"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "Snapchat/12.60 (like Safari)"),
                .iphone, "17.0"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) \(webkit) Mobile/15E148 ",
                    "Twitter for iPhone/10.1"),
                .iphone, "17.0"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) \(webkit) GSA/312.0 ",
                    "Mobile/15E148 Safari/604.1"),
                .iphone, "17.4"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) \(webkit) ",
                    "Version/12.1.2 Mobile/15E148 Safari/604.1"),
                .iphone, "12.5.7"
            ),
            // iPads old and new, and those that ask for desktop sites.
            (
                agent(
                    "Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) \(webkit) Version/12.1.2 ",
                    "Mobile/15E148 Safari/604.1"),
                .ipad, "12.5.7"
            ),
            (
                agent(
                    "Mozilla/5.0 (iPad; U; CPU OS 3_2 like Mac OS X; en-us) AppleWebKit/531.21.10 (KHTML, ",
                    "like Gecko) ",
                    "Version/4.0.4 Mobile/7B334b Safari/531.21.10"),
                .ipad, "3.2"
            ),
            ("\(mac) \(webkit) Version/17.4 Mobile/15E148 Safari/604.1", .ipad, "17.4"),
            ("\(mac) \(webkit) CriOS/124 Version/11.1.1 Mobile/15E148 Safari/605.1.15", .ipad, nil),
            ("\(mac) \(webkit) CriOS/124 Version/11.1.1 Safari/605.1.15", .ipad, nil),
            ("\(mac) \(webkit) FxiOS/124.0 Safari/605.1.15", .ipad, nil),
            // From iOS 26 on the system's version is Safari's.
            (
                agent(
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webkit) ",
                    "Version/26.0.1 Mobile/15E148 Safari/604.1"),
                .iphone, "26.0.1"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) \(webkit) Mobile/15E148", .iphone,
                nil
            ),
            // Desktops.
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/124.0.0.0 Safari/537.36", .desktop,
                nil
            ),
            (
                agent(
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) \(blink) Chrome/124.0.0.0 Safari/537.36 ",
                    "Edg/124.0.2478.51"),
                .desktop, nil
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", .desktop, nil),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) \(blink) Chrome/124.0.0.0 Safari/537.36", .desktop,
                nil
            ),
            (
                "\(mac) \(blink) Slack_SSB/4.38.125 Chrome/124.0.6367 Electron/30.0.3 Safari/537.36",
                .desktop, nil
            ),
            ("curl/8.5.0", .desktop, nil),
            ("", .desktop, nil),
            // The others.
            (
                agent(
                    "Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) ",
                    "Version/10.0.9.2372 Mobile Safari/537.10+"),
                .blackberry, nil
            ),
            (
                "BlackBerry9700/5.0.0.423 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/100", .blackberry,
                nil
            ),
            (
                agent(
                    "Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, ",
                    "like Gecko) Safari/536.2+"),
                .blackberry, nil
            ),
            (
                agent(
                    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) \(blink) ",
                    "Chrome/52.0.2743.116 ",
                    "Mobile Safari/537.36 Edge/15.15063"),
                .windowsPhone, nil
            ),
            (
                agent(
                    "Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; Touch; ",
                    "rv:11.0; IEMobile/11.0; ",
                    "NOKIA; Lumia 520) like iPhone OS 7_0_3 Mac OS X AppleWebKit/537 (KHTML, like Gecko) ",
                    "Mobile Safari/537"),
                .windowsPhone, nil
            ),
        ] as [(String, Platform, String?)])
    func `knows people by their browsers`(agent: String, platform: Platform, osVersion: String?) {
        #expect(Visitor(userAgent: agent) == Visitor(platform: platform, osVersion: osVersion))
    }

    @Test(
        arguments: [
            (
                "Mozilla/5.0 (Linux; Android 10; K) \(blink) Chrome/124.0.0.0 Mobile Safari/537.36",
                Platform.android, nil, nil
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) \(blink) Chrome/124.0.6367.82 Mobile Safari/537.36",
                .android, "14", "Pixel 8"
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; SM-X906B) \(blink) Chrome/124.0.0.0 Safari/537.36",
                .android, "13", "SM-X906B"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) \(blink) SamsungBrowser/24.0 ",
                    "Chrome/117.0.0.0 Mobile ",
                    "Safari/537.36"),
                .android, "13", "SAMSUNG SM-S918B"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 11; SM-G973F Build/RP1A.200720.012; wv) \(blink) ",
                    "Version/4.0 Chrome/124.0.0.0 ",
                    "Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0.0.48.109;]"),
                .android, "11", "SM-G973F"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 12; 2201116SG Build/SKQ1.211006.001; wv) \(blink) ",
                    "Version/4.0 Chrome/110.0 ",
                    "Mobile Safari/537.36 Instagram 325.0.0.35.91 Android (31/12; 440dpi; 1080x2180; ",
                    "Xiaomi; 2201116SG)"),
                .android, "12", "2201116SG"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L Build/IML74K) ",
                    "AppleWebkit/534.30 (KHTML, like Gecko) ",
                    "Version/4.0 Mobile Safari/534.30"),
                .android, "4.0.3", "LG-L160L"
            ),
            ("Mozilla/5.0 (Android 13; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0", .android, "13", nil),
            ("Mozilla/5.0 (Android 13; Tablet; rv:125.0) Gecko/125.0 Firefox/125.0", .android, "13", nil),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 8.1.0; BlackBerry BBF100-1) \(blink) Chrome/90.0 Mobile ",
                    "Safari/537.36"),
                .android, "8.1.0", "BlackBerry BBF100-1"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 11; CUBOT KING KONG) \(blink) Chrome/120.0.0.0 Mobile ",
                    "Safari/537.36"),
                .android, "11", "CUBOT KING KONG"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 11; CUBOT_X50) \(blink) Chrome/120.0.0.0 Mobile ",
                    "Safari/537.36 [Pinterest/Android]"),
                .android, "11", "CUBOT_X50"
            ),
            (
                "Opera/9.80 (Android; Opera Mini/36.2.2254/191.249; U; en) Presto/2.12.423 Version/12.16",
                .android, nil, nil
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 9; KFMAWI) \(blink) Silk/123.2.4 like ",
                    "Chrome/123.0.6312.80 Safari/537.36"),
                .fire, "9", "KFMAWI"
            ),
            (
                agent(
                    "Mozilla/5.0 (Linux; Android 11; KFTRWI Build/RS8332; wv) \(blink) Version/4.0 ",
                    "Chrome/118.0 Safari/537.36"),
                .fire, "11", "KFTRWI"
            ),
            (
                agent(
                    "Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; en-us; Silk/1.0.13.81_10003810) ",
                    "AppleWebKit/533.16 ",
                    "(KHTML, like Gecko) Version/5.0 Safari/533.16 Silk-Accelerated=true"),
                .fire, nil, nil
            ),
        ] as [(String, Platform, String?, String?)])
    func `knows Androids and their models`(
        agent: String, platform: Platform, osVersion: String?, model: String?
    ) {
        #expect(
            Visitor.device(agent) == Visitor(platform: platform, osVersion: osVersion, model: model))
    }

    @Test func `noise is a desktop, and soon read`() {
        var generator = SeededGenerator(seed: 7)
        let noises = [
            String(repeating: "a", count: 8192), String(repeating: "Android ", count: 1024),
            String(repeating: "(;", count: 4096), String(repeating: "\u{1F4A9}", count: 2048),
            String(
                decoding: (0..<8192).map { _ in UInt8.random(in: 0...255, using: &generator) },
                as: UTF8.self),
        ]
        // The least of three: the machine may be loaded.
        let durations = (0..<3).map { _ in
            ContinuousClock().measure {
                for noise in noises where !noise.hasPrefix("Android") {
                    #expect(Visitor(userAgent: noise) == Visitor(platform: .desktop))
                }
                #expect(Visitor(userAgent: noises[1]) == Visitor(platform: .android))
            }
        }
        #expect(durations.min() ?? .zero < .milliseconds(500))
    }

    @Test func `what stands past the first KiB is not read`() {
        let agent = String(repeating: "x", count: Visitor.agentBytesMax) + " iPhone Twitterbot"
        #expect(Visitor(userAgent: agent) == Visitor(platform: .desktop))
    }
}

/// A long text in parts, at no cost to the compiler.
private func agent(_ parts: String...) -> String {
    parts.joined()
}
