import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// The service's own pages in a real browser, on a phone, at a desk, by day and by night.
@Suite(.serialized) struct ReferenceInBrowserTests {
    private static let devices = [
        Browser.Device(userAgent: UserAgent.android, width: 360, height: 740, isMobile: true),
        Browser.Device(userAgent: UserAgent.desktop, width: 1280, height: 800, isMobile: false),
    ]

    @Test func `they load nothing from anywhere, break no policy, and fit the screen`() async throws {
        try await TestServer.with { server in
            let browser = try Browser(hosts: ["api.example"], port: server.port)
            defer { browser.close() }
            for device in Self.devices {
                try browser.become(device)
                for dark in [false, true] {
                    try browser.useColours(dark: dark)
                    for path in ["/", "/docs"] + ProblemType.all.map(\.path) {
                        try browser.open("http://api.example" + path)
                        #expect(try browser.complaints() == [], "\(path)")
                        let loaded =
                            "performance.getEntriesByType('resource').map(e => e.name)"
                            + ".filter(n => !n.endsWith('/favicon.ico')).length"
                        #expect(try browser.evaluate(loaded).integer == 0, "\(path)")
                        let scripts = try browser.evaluate("document.scripts.length").integer
                        #expect(scripts == (path == "/docs" ? 1 : 0))
                        let width = try browser.evaluate("document.documentElement.scrollWidth").integer
                        #expect(width == device.width, "\(path)")
                    }
                }
            }
        }
    }

    @Test func `the contents lead to a call, and a problem's name to its page`() async throws {
        try await TestServer.with { server in
            let browser = try Browser(hosts: ["api.example"], port: server.port)
            defer { browser.close() }
            try browser.become(Self.devices[1])
            try browser.open("http://api.example/docs#postEvent")
            let top = "document.getElementById('postEvent').getBoundingClientRect().top"
            #expect((0...100).contains(try browser.evaluate("Math.round(\(top))").integer ?? -1))
            #expect(try browser.press("event-id-reused") == "http://api.example/problems/event-id-reused")
        }
    }
    @Test func `the search shows the calls that have all words, in the contents and beside them`()
        async throws
    {
        try await TestServer.with { server in
            let browser = try Browser(hosts: ["api.example"], port: server.port)
            defer { browser.close() }
            for device in Self.devices {
                try browser.become(device)
                try browser.open("http://api.example/docs")
                let shown =
                    "[...document.querySelectorAll('.call')].filter(c => c.offsetParent).map(c => c.id).join()"
                #expect(try browser.evaluate(shown).string?.contains("postEvent") == true)
                let look =
                    "const f = document.getElementById('search'); f.value = '%'; f.dispatchEvent(new Event('input'))"
                _ = try browser.evaluate("{" + look.replacing("%", with: "Redemptions CANCEL") + "}")
                #expect(try browser.evaluate(shown).string == "cancelRedemption")
                #expect(try browser.complaints() == [])
                _ = try browser.evaluate("{" + look.replacing("%", with: "") + "}")
                #expect(try browser.evaluate(shown).string?.contains("postEvent") == true)
            }
        }
    }
}
