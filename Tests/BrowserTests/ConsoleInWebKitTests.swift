import HTTP
import JSON
import TestSupport
import Testing

/// The main path of the console in Safari's engine.
@Suite(
    .serialized,
    .enabled(if: WebKitBrowser.isInstalled, "WebKitGTK is not installed: webkit2gtk-driver and xvfb"))
struct ConsoleInWebKitTests {
    /// WebDriver, section 17.4.2.
    private static let enter: Character = "\u{E007}"

    private func withConsole(
        runsScripts: Bool, _ body: (ConsoleStage, WebKitBrowser) async throws -> Void
    ) async throws {
        try await ConsoleStage.with { stage in
            let browser = try await WebKitBrowser(
                port: stage.server.port, userAgent: UserAgent.safariOnMacintosh, width: 1_280,
                runsScripts: runsScripts)
            defer { browser.close() }
            try await browser.open("http://localhost:\(stage.server.port)/admin")
            try browser.type(stage.key, into: "api_key")
            try await browser.follow("Sign in with the key")
            #expect(try title(browser) == "Overview")
            try await body(stage, browser)
        }
    }

    @Test(arguments: [true, false])
    func `one finds out why Anne was not paid, and pays her`(_ runsScripts: Bool) async throws {
        try await withConsole(runsScripts: runsScripts) { stage, browser in
            try browser.type("anne@example.com", into: "q")
            try await browser.follow("Search")
            #expect(try title(browser) == "anne@example.com")
            try await browser.follow("Decide it")
            try browser.type("A school, not a ring", into: "reason")
            try await browser.follow("Release")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 0)
            try await browser.follow("Confirm")
            #expect(try title(browser) == "anne@example.com")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 50)
        }
    }

    @Test(arguments: [true, false])
    func `x, v, a reason and Enter twice pay nothing and void nothing`(_ runsScripts: Bool) async throws {
        try await withConsole(runsScripts: runsScripts) { stage, browser in
            let status = "SELECT status FROM rewards WHERE rule = 'level-5'"
            try await browser.follow("Reviews")
            try browser.evaluate("document.querySelector('tbody [type=checkbox]').focus()")
            // Without script the letters do nothing, and Space chooses the row.
            try browser.press(keys: runsScripts ? "xv" : " xv")
            try browser.type("accounts of one person\(Self.enter)\(Self.enter)", into: "reason")
            // With script the second one is pressed on the button that `v` meant.
            if !runsScripts { try await browser.follow("Void") }
            #expect(try await eventually { try title(browser) == "Void" })
            try browser.press(keys: "\(Self.enter)\(Self.enter)")
            #expect(try title(browser) == "Void")
            #expect(try stage.server.database.psql(status) == "held")
            try await browser.follow("Confirm")
            #expect(try stage.server.database.psql(status) == "void")
            #expect(try stage.server.client.balance(token: stage.anne.token) == 0)
        }
    }

    @Test func `one raises a reward after its trial, and writes a note`() async throws {
        try await withConsole(runsScripts: true) { stage, browser in
            try await browser.follow("Rules")
            try await browser.follow("level-5")
            try await browser.follow("Edit")
            try browser.type("60", into: "pay_amount")
            try await browser.follow("Try it")
            let isDone = await eventually {
                (try? browser.evaluate("document.querySelector('main').textContent").string)?
                    .contains("Save these terms") == true
            }
            #expect(isDone)
            try await browser.follow("Save these terms")
            let sentence = try browser.evaluate("document.querySelector('.sentence').textContent").string
            #expect(sentence?.contains("60 pieces_of_eight") == true)
            try await browser.open(
                "http://localhost:\(stage.server.port)/admin/players/\(stage.anne.uid)/notes")
            try browser.type("Called on Monday", into: "note")
            try await browser.follow("Continue")
            try await browser.follow("Confirm")
            let page = try browser.evaluate("document.querySelector('main').textContent").string
            #expect(page?.contains("Called on Monday") == true)
        }
    }

    @Test(arguments: [true, false])
    func `an import shows its refused lines, and makes the others`(_ runsScripts: Bool) async throws {
        try await withConsole(runsScripts: runsScripts) { stage, browser in
            try await browser.follow("Links")
            try await browser.follow("Import links")
            let isShown = try browser.evaluate("document.querySelector('[type=file]').checkVisibility()")
            #expect(isShown == .bool(runsScripts))
            // The driver types no line breaks.
            let text = "Short link,Link\\nhttps://a.page.link/summer,https://example.com/x\\nnone,none"
            try browser.evaluate("document.querySelector('[name=csv]').value = '\(text)'")
            try await browser.follow("Continue")
            let shown = try browser.evaluate("document.querySelector('main').textContent").string ?? ""
            #expect(shown.contains("not a URL with a suffix: none"), "\(shown)")
            try await browser.follow("Confirm")
            #expect(try title(browser) == "Links imported")
            #expect(try stage.server.database.psql("SELECT string_agg(code, ' ') FROM links") == "summer")
        }
    }

    private func title(_ browser: WebKitBrowser) throws -> String? {
        try browser.evaluate("document.querySelector('h1').textContent").string
    }
}
