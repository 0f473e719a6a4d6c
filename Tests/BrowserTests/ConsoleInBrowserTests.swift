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

    /// Anne's reward for Ben waits for a review.
    private func withStage(_ body: (Stage) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            var anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.uid)
            try client.link(&anne, email: "anne@example.com").required(200)
            try client.link(&ben, email: "ben@example.com").required(200)
            let standing: JSONValue = ["standing": "watched", "reason": "many friends"]
            try client.send("PUT", "/v1/admin/users/\(anne.uid)/standing", token: admin, standing)
                .required(200)
            try client.reachLevel(5, token: ben.token, id: UUID().uuidString.lowercased()).required(200)
            let browser = try Browser(hosts: ["localhost"], port: server.port)
            defer { browser.close() }
            try become(browser, width: 1280)
            try await body(Stage(server: server, browser: browser, anne: anne, key: admin))
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
            _ = try browser.press("Confirm")
            #expect(try title(browser) == "anne@example.com")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 50)
            #expect(try browser.complaints() == [])
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

    @Test func `every page can be read in both themes, and is no wider than its window`() async throws {
        try await withStage { stage in
            let browser = stage.browser
            try signIn(stage)
            let sections = [
                "", "/players", "/players/\(stage.anne.uid)", "/players/\(stage.anne.uid)/ledger", "/reviews",
                "/rewards", "/rules", "/rules/level-5", "/rules/level-5/edit", "/new-rule", "/trust",
                "/links",
                "/webhooks", "/audit", "/keys", "/health",
                "/account",
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
