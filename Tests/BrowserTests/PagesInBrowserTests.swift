import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API
@testable import Pages

/// The pages in a real browser, as people see and press them. Chromium comes from the distribution.
@Suite(.serialized) struct PagesInBrowserTests {
    private static let phone = Browser.Device(
        userAgent: UserAgent.iPhone, width: 390, height: 844, isMobile: true)
    private static let desk = Browser.Device(
        userAgent: UserAgent.iPhone, width: 1280, height: 800, isMobile: false)

    /// A server with links, a key that makes them, and a browser that finds both link hosts there.
    private func withBrowser(_ body: (TestClient, String, Browser) throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let key = try await server.key(.server)
            let browser = try Browser(
                hosts: ["go.example.com", "example.com"], port: server.port, picture: Self.picture)
            defer { browser.close() }
            try body(try server.client, key, browser)
        }
    }

    @Test func `on an iPhone, Open asks for the app and Get the app for the App Store`() async throws {
        try await withBrowser { client, key, browser in
            let link = try client.shorten(["social": ["title": "Come aboard"]], token: key)
            for device in [Self.phone, Self.desk] {
                try browser.become(device)
                try browser.open(link.replacing("https://", with: "http://"))
                #expect(try browser.evaluate("document.title").string == "Come aboard")
                #expect(try browser.press("Open").hasPrefix("examplegame://google/link/?deep_link_id="))
                try browser.open(link.replacing("https://", with: "http://"))
                #expect(try browser.press("Get the app") == "https://apps.apple.com/app/id1234567890")
            }
        }
    }

    @Test func `no page breaks its own policy, or is wider than the screen`() async throws {
        try await withBrowser { client, key, browser in
            let word = String(repeating: "Donaudampfschiff", count: 18)
            let plain = try client.shorten(token: key)
            let hostile = try client.shorten(
                ["social": ["title": "\"><script>alert(1)</script>", "description": .string(word)]],
                token: key)
            let directed = try client.shorten(
                [
                    "data": [
                        "$og_title": "</title><script>alert(1)</script>", "$og_description": .string(word),
                        "$deeplink_path": "');alert(1)//", "$og_app_id": "\"><img src=x onerror=alert(1)>",
                    ]
                ], token: key)
            let arabic = try client.shorten(
                [
                    "social": [
                        "title": "عدا تدعوك إلى السفينة", "description": .string(word + " أبحر مع أصدقائك"),
                    ]
                ],
                token: key)
            let urls =
                [plain, hostile, directed, arabic].flatMap { [$0, $0 + "?d=1"] } + [
                    "https://go.example.com/nobody",
                    "https://go.example.com/?link=https://evil.example/\(word)",
                    "https://go.example.com/applink?referral=7ZKQ4M9XTB",
                ]
            for device in [Self.phone, Self.desk] {
                try browser.become(device)
                for url in urls {
                    try browser.open(url.replacing("https://go", with: "http://go"))
                    #expect(try browser.complaints() == [], "\(url)")
                    // Ours alone, which the policy lets through by its hash.
                    let scripts = try browser.evaluate("document.scripts.length").integer ?? -1
                    #expect((0...1).contains(scripts), "\(url)")
                    let width = try browser.evaluate("document.documentElement.scrollWidth").integer
                    #expect(width == device.width, "\(url)")
                }
            }
        }
    }

    @Test func `a title in a script that runs from the right is set from the right`() async throws {
        try await withBrowser { client, key, browser in
            let link = try client.shorten(["social": ["title": "عدا تدعوك"]], token: key)
            try browser.become(Self.phone)
            try browser.open(link.replacing("https://", with: "http://"))
            #expect(
                try browser.evaluate("getComputedStyle(document.querySelector('h1')).direction").string
                    == "rtl")
        }
    }

    @Test func `visitors are spoken to in their own language, on a screen that it fits`() async throws {
        try await withBrowser { client, key, browser in
            let link = try client.shorten(token: key).replacing("https://", with: "http://")
            for language in PageLanguage.allCases {
                try browser.become(
                    Browser.Device(
                        userAgent: UserAgent.iPhone, width: 320, height: 568, isMobile: true,
                        languages: language.rawValue + ",en;q=0.9"))
                for url in [link, "http://go.example.com/nobody"] {
                    try browser.open(url)
                    #expect(try browser.complaints() == [], "\(language)")
                    #expect(try browser.evaluate("document.documentElement.lang").string == language.rawValue)
                    #expect(try browser.evaluate("document.documentElement.scrollWidth").integer == 320)
                    let direction = try browser.evaluate("getComputedStyle(document.body).direction").string
                    #expect(direction == (language.isRightToLeft ? "rtl" : "ltr"), "\(language)")
                }
            }
        }
    }

    /// A person sees the picture that the link has, in the frame that the page keeps for it.
    @Test func `the picture is shown`() async throws {
        try await withBrowser { client, key, browser in
            let link = try client.shorten(token: key)
            try browser.become(Self.phone)
            try browser.open(link.replacing("https://", with: "http://"))
            #expect(try browser.evaluate("document.images[0].naturalWidth").integer == 1)
        }
    }

    /// Neither a hole nor a shift: what is behind the picture stays.
    @Test func `a picture that never comes leaves its frame, and a letter for a face`() async throws {
        try await LinkCast.with { cast in
            let shown: JSONValue = ["short_name": "Anne", "image_url": "https://cdn.example/gone.png"]
            try cast.client.send("PUT", "/v1/users/me/profile", token: cast.anne.token, shown).required(200)
            let link = try cast.invite([:]).shortLink.replacing("https://", with: "http://")
            let size =
                "(s => { const r = document.querySelector(s).getBoundingClientRect();"
                + " return [Math.round(r.width), Math.round(r.height)] })"
            var frames: [[JSONValue]] = []
            for picture in [[], Self.picture] {
                let browser = try Browser(
                    hosts: ["go.example.com"], port: cast.server.port, picture: picture)
                defer { browser.close() }
                try browser.become(Self.phone)
                try browser.open(link)
                #expect(try browser.complaints() == [])
                #expect(try browser.evaluate("document.querySelector('.face').textContent") == "A")
                // Nor a mark for what isn't there.
                #expect(try browser.evaluate("document.images.length") == (picture.isEmpty ? 0 : 2))
                frames.append(
                    try [".picture", ".face", "h1"].map { try browser.evaluate("\(size)('\($0)')") })
            }
            #expect(frames[0] == frames[1] && frames[0][1] == [96, 96], "\(frames)")
        }
    }

    /// One pixel.
    static let picture: [UInt8] = [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0,
        31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 218, 99, 100, 248, 207, 80, 15, 0, 3, 134, 1, 128,
        90, 52, 125, 107, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]
}
