import HTTP
import JSON
import TestSupport
import Testing

/// The keyboard in the console: nothing is done by Enter unless the button of the action has the focus.
@Suite(.serialized) struct ConsoleKeysInBrowserTests {
    private static let reason = "accounts of one person"

    private func withConsole(
        runsScripts: Bool, _ body: (ConsoleStage, Browser) async throws -> Void
    ) async throws {
        try await ConsoleStage.with { stage in
            let browser = try Browser(hosts: ["localhost"], port: stage.server.port)
            defer { browser.close() }
            try browser.become(
                Browser.Device(
                    userAgent: UserAgent.android, width: 1_280, height: 900, isMobile: false, languages: "en")
            )
            try browser.runScripts(runsScripts)
            try browser.open("http://localhost/admin")
            try browser.type(stage.key, into: "api_key")
            try browser.follow(.enter)
            #expect(try title(browser) == "Overview", "a sign-in goes on Enter")
            try await body(stage, browser)
        }
    }

    @Test func `x, v, a reason and Enter twice pay nothing and void nothing`() async throws {
        try await withConsole(runsScripts: true) { stage, browser in
            _ = try browser.press("Reviews")
            for letter in ["j", "x", "v"] as [Character] { try browser.press(.letter(letter)) }
            #expect(try browser.evaluate("document.querySelectorAll(':checked').length") == 1)
            #expect(try focus(browser) == "INPUT reason")
            try browser.type(Self.reason, into: "reason")
            let typed = try browser.evaluate("document.querySelector('[name=reason]').value")
            #expect(typed.string == Self.reason)
            try browser.press(.enter)
            #expect(try focus(browser) == "BUTTON void")
            try browser.follow(.enter)
            #expect(try title(browser) == "Void")
            try await refuseEnter(stage, browser)
        }
    }

    @Test func `without script, a reason and Enter pay nothing and void nothing`() async throws {
        try await withConsole(runsScripts: false) { stage, browser in
            _ = try browser.press("Reviews")
            _ = try browser.evaluate("document.querySelector('tbody [type=checkbox]').focus()")
            try browser.press(.space)
            try browser.press(.enter)
            try browser.type(Self.reason, into: "reason")
            for _ in 0..<2 { try browser.press(.enter) }
            _ = try browser.press("Void")
            #expect(try title(browser) == "Void")
            try await refuseEnter(stage, browser)
        }
    }

    /// On the page that asks: Enter does nothing there, until it is pressed on *Confirm*.
    private func refuseEnter(_ stage: ConsoleStage, _ browser: Browser) async throws {
        let status = "SELECT status FROM rewards WHERE rule = 'level-5'"
        let isOnTitle = try await eventually { try focus(browser) == "H1 " }
        #expect(isOnTitle)
        for _ in 0..<2 { try browser.press(.enter) }
        #expect(try stage.server.database.psql(status) == "held")
        _ = try browser.evaluate("document.querySelector('main .primary').focus()")
        try browser.follow(.enter)
        #expect(try stage.server.database.psql(status) == "void")
        #expect(try stage.server.client.balance(token: stage.anne.token) == 0)
        let acts = """
            SELECT action || ' ' || detail FROM audit_entries WHERE action LIKE 'reward.%'
            """
        #expect(try stage.server.database.psql(acts).contains(Self.reason))
        let complaints = try browser.complaints()
        #expect(complaints == [])
    }

    @Test(arguments: [true, false])
    func `Enter in any field of a form that acts asks the server for nothing`(
        _ runsScripts: Bool
    ) async throws {
        try await withConsole(runsScripts: runsScripts) { stage, browser in
            let player = "/players/\(stage.anne.uid)"
            for path in [
                "/reviews", player, "\(player)/account", "\(player)/notes", "/rules/level-5/edit",
                "/new-rule", "/trust", "/new-webhook", "/import-links",
            ] {
                try browser.open("http://localhost/admin\(path)")
                // As if each form were filled in.
                let count = try browser.evaluate(
                    """
                    document.querySelectorAll("details").forEach(part => part.open = true),
                    [...document.forms].forEach(form => form.noValidate = true),
                    window.fields = [...document.querySelectorAll(
                        "form[method=post] input:not([type=hidden],[type=file])")],
                    window.fields.length
                    """
                ).integer
                for index in 0..<(count ?? 0) {
                    _ = try browser.evaluate("window.fields[\(index)].focus()")
                    try browser.press(.enter)
                }
                #expect(count ?? 0 > 0 || path == "\(player)/notes" || path == "/import-links", "\(path)")
                // The browser draws its field for times by a picture of its own.
                let requests = try browser.requests().filter { !$0.hasPrefix("data:") }
                #expect(requests.count == 1, "\(path)")
                #expect(try browser.evaluate("window.fields.length").integer == count, "\(path)")
            }
        }
    }

    private func title(_ browser: Browser) throws -> String? {
        try browser.evaluate("document.querySelector('h1').textContent").string
    }

    /// The element with the focus, and its value or else its name.
    private func focus(_ browser: Browser) throws -> String? {
        try browser.evaluate(
            """
            (() => {
                const element = document.activeElement
                return element.tagName + " " + (element.value || element.name || "")
            })()
            """
        ).string
    }
}
