import HTTP
import JSON
import TestSupport
import Testing

/// How every page loads and stands there: for those who see it, hear it or have no mouse.
@Suite(.serialized) struct PageQualityInBrowserTests {
    private static let readers: [(language: String, width: Int64)] = [
        ("en", 390), ("de", 360), ("ar", 390), ("ja", 360), ("en", 1280),
    ]

    private func withPages(_ body: (Browser, [PageCast.Page]) async throws -> Void) async throws {
        try await PageCast.with { cast in
            let browser = try Browser(
                hosts: ["go.example.com"], port: cast.server.port, picture: PagesInBrowserTests.picture)
            defer { browser.close() }
            try await body(browser, cast.pages)
        }
    }

    @Test func `letters can be read, links and pictures have names, and headings are in order`() async throws
    {
        try await withPages { browser, pages in
            for page in pages {
                for (language, width) in Self.readers {
                    try browser.open(page, in: language, width: width)
                    for dark in [false, true] {
                        try browser.useColours(dark: dark)
                        #expect(try browser.evaluate(PageProbe.contrast) == [], "\(page) \(language) \(dark)")
                    }
                    for probe in [PageProbe.names, PageProbe.outline] {
                        #expect(try browser.evaluate(probe) == [], "\(page) \(language)")
                    }
                    let root = "[document.documentElement.lang, document.documentElement.dir]"
                    let direction = language == "ar" ? "rtl" : ""
                    #expect(try browser.evaluate(root) == [.string(language), .string(direction)], "\(page)")
                }
            }
        }
    }

    @Test func `on the smallest phones nobody has to look for the way to the app`() async throws {
        try await withPages { browser, pages in
            let invite = try #require(pages.first)
            for language in ["en", "de", "ar", "ja"] {
                try browser.become(
                    Browser.Device(
                        userAgent: invite.agent, width: 360, height: 640, isMobile: true, languages: language)
                )
                try browser.open(invite.url.replacing("https://go", with: "http://go"))
                let bottom = "Math.round(document.querySelector('.primary').getBoundingClientRect().bottom)"
                #expect(try browser.evaluate(bottom).integer ?? .max <= 640, "\(language)")
            }
        }
    }

    @Test func `a page is one reply and pictures, which shift nothing when they come`() async throws {
        try await withPages { browser, pages in
            for page in pages {
                for width in [360, 1280] as [Int64] {
                    try browser.open(page, in: "en", width: width, hasPictures: false)
                    let places = try browser.evaluate(PageProbe.places)
                    try browser.showPictures()
                    #expect(try browser.evaluate(PageProbe.places) == places, "\(page) \(width)")
                    let requests = try browser.requests()
                    let pictures = ["icon.png", "anne.png"].map { "https://cdn.example/" + $0 }
                    let known = Set(pictures + ["https://example.com/card.png"])
                    #expect(requests.first?.hasPrefix("http://go.example.com/") == true)
                    #expect(requests.dropFirst().allSatisfy(known.contains), "\(page): \(requests)")
                }
            }
        }
    }

    @Test func `without script a page is painted whole`() async throws {
        try await withPages { browser, pages in
            for page in pages {
                var quiet = page
                quiet.runsScripts = false
                try browser.open(quiet, in: "en", width: 390)
                let paints = "performance.getEntriesByName('first-contentful-paint').length"
                #expect(try await eventually { try browser.evaluate(paints) == 1 }, "\(page)")
                let texts = "[...document.querySelectorAll('h1,a')].filter(e => e.checkVisibility()).length"
                #expect(try browser.evaluate(texts).integer ?? 0 > 1, "\(page)")
            }
        }
    }

    @Test func `the tab key leads from link to link as they are written, and shows where it is`()
        async throws
    {
        try await withPages { browser, pages in
            for page in pages {
                for language in ["en", "ar"] {
                    try browser.open(page, in: language, width: 390)
                    let links = try browser.evaluate(PageProbe.links).array ?? []
                    var found: [JSONValue] = []
                    for _ in links {
                        try browser.press(.tab)
                        found.append(try browser.evaluate(PageProbe.focused))
                    }
                    #expect(!links.isEmpty && found == links, "\(page)")
                }
            }
        }
    }

    @Test func `no line ends within a Japanese word`() async throws {
        try await withPages { browser, pages in
            for page in pages {
                for width in [320, 360, 390, 1280] as [Int64] {
                    try browser.open(page, in: "ja", width: width)
                    #expect(try browser.evaluate(PageProbe.brokenWords) == [], "\(page) \(width)")
                }
            }
        }
    }
}
