import Crypto
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// The console in a real browser: found, read and used without script, and kept readable everywhere.
@Suite(.serialized) struct ConsoleInBrowserTests {
    private static let root = "http://localhost"

    private struct Stage {
        let server: TestServer
        let browser: Browser
        let anne: TestUser
        let key: String
    }

    private func withStage(_ body: (Stage) async throws -> Void) async throws {
        try await ConsoleStage.with { stage in
            let browser = try Browser(hosts: ["localhost"], port: stage.server.port)
            defer { browser.close() }
            try become(browser, width: 1280)
            try await body(
                Stage(server: stage.server, browser: browser, anne: stage.anne, key: stage.key))
        }
    }

    private func become(_ browser: Browser, width: Int64) throws {
        try browser.become(
            Browser.Device(
                userAgent: UserAgent.android, width: width, height: 900, isMobile: width < 600,
                languages: "en"))
    }

    private func signIn(_ stage: Stage) throws {
        try stage.browser.open("\(Self.root)/admin")
        try stage.browser.type(stage.key, into: "api_key")
        _ = try stage.browser.press("Sign in with the key")
    }

    @Test func `without script one finds out why Anne was not paid, and pays her`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try browser.runScripts(false)
            try signIn(stage)
            #expect(try title(browser) == "Overview")
            try browser.type("anne@example.com", into: "q")
            _ = try browser.press("Search")
            #expect(try title(browser) == "anne@example.com")
            _ = try browser.press("Decide it")
            #expect(try title(browser) == "Review")
            try browser.type("A school, not a ring", into: "reason")
            _ = try browser.press("Release")
            #expect(try title(browser) == "Release")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 0)
            // Chromium complains of a click that is faster than the page's focus.
            let isOnTitle = try await eventually {
                try browser.evaluate("document.activeElement.tagName") == "H1"
            }
            #expect(isOnTitle)
            _ = try browser.press("Confirm")
            #expect(try title(browser) == "anne@example.com")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 50)
            let complaints = try browser.complaints()
            #expect(complaints == [])
        }
    }

    @Test func `without script one raises a reward after seeing what that would have cost`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try browser.runScripts(false)
            try signIn(stage)
            _ = try browser.press("Rules")
            _ = try browser.press("level-5")
            _ = try browser.press("Edit")
            #expect(try title(browser) == "Edit the rule level-5")
            _ = try browser.evaluate("document.querySelector('[name=pay_amount]').value = ''")
            try browser.type("60", into: "pay_amount")
            _ = try browser.press("Try it")
            let isDone = try await eventually {
                let text = try browser.evaluate("document.querySelector('main').textContent").string ?? ""
                if text.contains("Refresh") { _ = try browser.press("Refresh") }
                return text.contains("Save these terms")
            }
            #expect(isDone)
            #expect(try title(browser) == "Trial of level-5")
            _ = try browser.press("Save these terms")
            #expect(try title(browser) == "level-5")
            let sentence = "document.querySelector('.sentence').textContent"
            #expect(try browser.evaluate(sentence).string?.contains("60 pieces_of_eight") == true)
        }
    }

    @Test func `a mistake shows while one types, and goes with its correction`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try signIn(stage)
            try browser.open("\(Self.root)/admin/rules/level-5/edit")
            func retype(_ text: String, _ name: String) throws {
                _ = try browser.evaluate("document.getElementById('\(name)-0').value = ''")
                try browser.type(text, into: name)
            }
            func wrong(_ name: String) throws -> String {
                try browser.evaluate("document.getElementById('\(name)-0-wrong').textContent").string ?? ""
            }
            try retype("fifty", "pay_amount")
            #expect(try await eventually { try wrong("pay_amount").contains("An amount is a whole number") })
            try retype("60", "pay_amount")
            #expect(try wrong("pay_amount") == "")
            try retype("9000000", "when_number")
            #expect(try await eventually { try wrong("when_number").contains("from 1 to 1,000,000") })
            #expect(try browser.complaints() == [])
        }
    }

    @Test func `a chosen file fills the text of an import, if it is UTF-8`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try signIn(stage)
            try browser.open("\(Self.root)/admin/import-links")
            func choose(_ part: String) throws {
                _ = try browser.evaluate(
                    """
                    (() => {
                        const file = document.querySelector("[type=file]"), data = new DataTransfer()
                        data.items.add(new File([\(part)], "links.csv"))
                        file.files = data.files
                        file.dispatchEvent(new Event("change"))
                    })()
                    """)
            }
            try choose("new Uint8Array([70, 114, 252, 104])")
            let message = "document.querySelector('[type=file]').validationMessage"
            #expect(
                await eventually { (try? browser.evaluate(message).string)?.contains("UTF-8") == true })
            #expect(try browser.evaluate("document.querySelector('[name=csv]').value") == "")
            try choose("'Short link,Link'")
            #expect(
                await eventually {
                    (try? browser.evaluate("document.querySelector('[name=csv]').value")) == "Short link,Link"
                })
            #expect(try browser.complaints() == [])
        }
    }

    @Test func `every page can be read in both themes, and is no wider than its window`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try signIn(stage)
            let sections = [
                "", "/players", "/players/\(stage.anne.uid)", "/players/\(stage.anne.uid)/ledger", "/reviews",
                "/rewards", "/rules", "/rules/level-5", "/rules/level-5/edit", "/new-rule", "/trust",
                "/links", "/import-links", "/webhooks", "/audit", "/keys", "/health", "/account",
            ]
            for path in sections {
                for width in [320, 1280] as [Int64] {
                    try become(browser, width: width)
                    try browser.open("\(Self.root)/admin\(path)")
                    for dark in [false, true] {
                        try browser.useColours(dark: dark)
                        #expect(try browser.evaluate(PageProbe.contrast) == [], "\(path) \(width) \(dark)")
                    }
                    for probe in [PageProbe.names, PageProbe.outline] {
                        #expect(try browser.evaluate(probe) == [], "\(path) \(width)")
                    }
                    let overflow = "document.documentElement.scrollWidth - innerWidth"
                    #expect(try browser.evaluate(overflow).integer ?? 1 <= 0, "\(path) \(width)")
                    // The browser draws its field for times by a picture of its own.
                    let requests = try browser.requests().filter { !$0.hasPrefix("data:") }
                    #expect(requests.count == 1, "\(path)")
                    let complaints = try browser.complaints()
                    #expect(complaints == [], "\(path) \(width)")
                }
            }
        }
    }

    private func title(_ browser: Browser) throws -> String? {
        try browser.evaluate("document.querySelector('h1').textContent").string
    }
}
