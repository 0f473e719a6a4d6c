internal import Batching
internal import FoundationEssentials
internal import HTTP
package import JSON

/// One tab of a real browser, driven by the DevTools protocol: a person with a phone or a desk.
package final class Browser {
    /// A browser that was just installed reads all of itself from the disk first, beside whatever else does.
    private static let timeoutMilliseconds: Int32 = 120_000

    private let pipe: BrowserPipe
    /// Of the tab that commands go to.
    var session: String?
    private var commands: Int64 = 0
    var events: [JSONValue] = []
    private var device: Device?
    /// Whether a link was pressed in this tab. After one into an app the tab's next page may take no clicks:
    /// seen each time with the renderer's CPU throttled 40 times. Probably the browser asks about the app.
    private var hasPressed = false
    /// Served instead of every picture from elsewhere; all else from elsewhere fails.
    private let picture: [UInt8]
    private var holdsPictures = false
    private var paused: [JSONValue] = []

    /// - Parameters:
    ///   - hosts: found at `port` on this machine.
    ///   - elsewhere: more hosts, with their ports on this machine; no other host is found.
    ///   - picture: a PNG.
    ///   - isWhole: with what belongs to a window, such as the clipboard; it takes three times as long.
    package init(
        hosts: [String], port: UInt16, elsewhere: [String: UInt16] = [:], picture: [UInt8] = [],
        isWhole: Bool = false
    ) throws {
        let endpoints = hosts.map { ($0, port) } + elsewhere.map { ($0.key, $0.value) }
        let rules = endpoints.map { "MAP \($0):80 127.0.0.1:\($1)" } + ["MAP * ~NOTFOUND"]
        // Scripts may do there what they may on a site with TLS, such as writing to the clipboard.
        let origins = endpoints.map { "http://\($0.0)" }.joined(separator: ",")
        pipe = try BrowserPipe(
            isWhole ? "chromium --headless=new" : "chromium-headless-shell",
            [
                "--host-resolver-rules='\(rules.joined(separator: ", "))'",
                "--unsafely-treat-insecure-origin-as-secure=\(origins)",
            ])
        self.picture = picture
        try call("Browser.getVersion")
        let clipboard: JSONValue = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        try call("Browser.grantPermissions", ["permissions": clipboard])
        try openTab()
    }

    /// Another tab, as the device that it was.
    func openTab() throws {
        session = nil
        hasPressed = false
        let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        session =
            try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]?.string
        for domain in ["Page", "Runtime", "Log", "Audits", "Network"] { try call(domain + ".enable") }
        try call("Page.setLifecycleEventsEnabled", ["enabled": true])
        try call("Fetch.enable", ["patterns": [["urlPattern": "https://*"]]])
        if let device { try become(device) }
    }

    package func close() {
        pipe.end()
    }

    package func become(_ device: Device) throws {
        self.device = device
        try call(
            "Emulation.setUserAgentOverride",
            ["userAgent": .string(device.userAgent), "acceptLanguage": .string(device.languages)])
        try call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(device.width), "height": .integer(device.height), "deviceScaleFactor": 1,
                "mobile": .bool(device.isMobile),
            ])
        let touches: JSONValue = .bool(device.touchPoints > 0)
        try call(
            "Emulation.setTouchEmulationEnabled",
            ["enabled": touches, "maxTouchPoints": .integer(max(1, device.touchPoints))])
    }

    package func useColours(dark: Bool) throws {
        let scheme: JSONValue = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
        try call("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    /// Goes to a page and waits until it is there with all its pictures; or else until all but these is
    /// painted, which wait for `showPictures`.
    package func open(_ url: String, hasPictures: Bool = true) throws {
        if hasPressed { try openTab() }
        events = []
        holdsPictures = !hasPictures
        try call("Page.navigate", ["url": .string(url)])
        guard hasPictures else {
            _ = try event("Page.domContentEventFired")
            return _ = try event("Page.lifecycleEvent") { $0["name"] == "firstContentfulPaint" }
        }
        _ = try event("Page.loadEventFired")
        try waitUntilStill()
    }

    /// Returns when they are there.
    package func showPictures() throws {
        holdsPictures = false
        try answerPaused()
        _ = try event("Page.loadEventFired")
        try waitUntilStill()
    }

    /// Opens a link that sends the browser on to a host elsewhere, and says where.
    package func follow(_ url: String) throws -> String {
        if hasPressed { try openTab() }
        events = []
        // Answered when the request elsewhere has failed, as all of them do.
        _ = try send("Page.navigate", ["url": .string(url)])
        let request = try event("Fetch.requestPaused") { $0["resourceType"] == "Document" }["request"]
        try waitUntilStill()
        return request?["url"]?.string ?? ""
    }

    /// Clicks the link or button with this text, and says where it wanted to go.
    package func press(_ label: String) throws -> String {
        let find = "[...document.querySelectorAll('a, button')].find(a => a.textContent === '\(label)')"
        let location = try evaluate(
            "(() => { const a = \(find); a.scrollIntoView(); const r = a.getBoundingClientRect();"
                + " return [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)] })()")
        guard let point = location.array, point.count == 2 else {
            throw TestCluster.Failure(description: "there is no link \(label)")
        }
        events = []
        for type in ["mousePressed", "mouseReleased"] {
            try call(
                "Input.dispatchMouseEvent",
                ["type": .string(type), "x": point[0], "y": point[1], "button": "left", "clickCount": 1])
        }
        let url = try event("Page.frameRequestedNavigation")["url"]?.string ?? ""
        try waitUntilStill()
        hasPressed = true
        return url
    }

    /// Types into the field of a form.
    package func type(_ text: String, into name: String) throws {
        _ = try evaluate("document.querySelector('input[name=\(name)]').focus()")
        try call("Input.insertText", ["text": .string(text)])
    }

    /// Goes back to the page before, as the browser's own button does.
    package func goBack() throws {
        events = []
        let history = try call("Page.getNavigationHistory")
        let index = Int(history["currentIndex"]?.integer ?? 0)
        guard index > 0, let before = history["entries"]?[index - 1]?["id"] else {
            throw TestCluster.Failure(description: "there is no page before")
        }
        try call("Page.navigateToHistoryEntry", ["entryId": before])
        _ = try event("Page.frameNavigated")
        try waitUntilStill()
    }

    /// The value of an expression in the page; of a promise, what it is kept with.
    package func evaluate(_ expression: String) throws -> JSONValue {
        let reply = try call(
            "Runtime.evaluate",
            ["expression": .string(expression), "returnByValue": true, "awaitPromise": true])
        return reply["result"]?["value"] ?? .null
    }

    /// The last copied text.
    package func clipboard() throws -> String {
        try evaluate("navigator.clipboard.readText()").string ?? ""
    }

    /// Whether scripts run from now on.
    package func runScripts(_ isOn: Bool) throws {
        try call("Emulation.setScriptExecutionDisabled", ["value": .bool(!isOn)])
    }

    /// All that was asked for since the page was opened, but for the window's icon.
    package func requests() throws -> [String] {
        _ = try evaluate("1")
        let sent = events.filter { $0["method"]?.string == "Network.requestWillBeSent" }
        return sent.compactMap { $0["params"]?["request"]?["url"]?.string }
            .filter { !$0.hasSuffix("/favicon.ico") }
    }

    /// The browser's complaints since the page was opened: errors, violated policies.
    package func complaints() throws -> [String] {
        // Whatever was said before this is answered has come by then.
        _ = try evaluate("1")
        return events.compactMap { event in
            let parameters = event["params"]
            switch event["method"]?.string {
            case "Log.entryAdded":
                // A page's own status, such as 404, is noted as the network's.
                guard parameters?["entry"]?["source"]?.string != "network" else { return nil }
                return parameters?["entry"]?["text"]?.string
            case "Runtime.exceptionThrown", "Runtime.consoleAPICalled": return "a script spoke"
            case "Audits.issueAdded": return parameters?["issue"]?["code"]?.string
            default: return nil
            }
        }
    }

    @discardableResult
    func call(
        _ method: String, _ parameters: JSONValue = .object([]),
        timeoutMilliseconds: Int32 = timeoutMilliseconds
    ) throws -> JSONValue {
        let id = try send(method, parameters)
        while true {
            let message = try next("answer to \(method)", timeoutMilliseconds: timeoutMilliseconds)
            if message["id"]?.integer == id {
                guard let result = message["result"] else {
                    throw TestCluster.Failure(description: "\(method): \(message)")
                }
                return result
            }
            try take(message)
        }
    }

    private func send(_ method: String, _ parameters: JSONValue) throws -> Int64 {
        commands += 1
        var message = [
            JSONMember("id", .integer(commands)), JSONMember("method", .string(method)),
            JSONMember("params", parameters),
        ]
        if let session { message.append(JSONMember("sessionId", .string(session))) }
        try pipe.send(.object(message))
        return commands
    }

    func event(
        _ method: String, where isMeant: (JSONValue) -> Bool = { _ in true }
    ) throws -> JSONValue {
        while true {
            let found = events.lazy.filter { $0["method"]?.string == method }.compactMap { $0["params"] }
            if let first = found.first(where: isMeant) { return first }
            try take(try next(method))
        }
    }

    /// The browser's next message; who reads of a failure needs to know what was `awaited`, and what came.
    private func next(
        _ awaited: String, timeoutMilliseconds: Int32 = timeoutMilliseconds
    ) throws -> JSONValue {
        if let message = try pipe.next(timeoutMilliseconds: timeoutMilliseconds) { return message }
        let came = events.compactMap { $0["method"]?.string }
        throw TestCluster.Failure(
            description: "the browser sent no \(awaited) in \(timeoutMilliseconds) ms; it sent \(came)")
    }

    /// Waits until nothing loads any more: a navigation that is on its way would end the next one.
    func waitUntilStill() throws {
        _ = try event("Page.frameStoppedLoading")
    }

    private func take(_ message: JSONValue) throws {
        guard message["method"] != nil else { return }
        events.append(message)
        if message["method"]?.string == "Fetch.requestPaused" { paused.append(message["params"] ?? .null) }
        if !holdsPictures { try answerPaused() }
    }

    private func answerPaused() throws {
        let asked = paused
        paused = []
        for request in asked { try answer(request) }
    }

    /// Nothing here leaves the machine.
    private func answer(_ request: JSONValue) throws {
        let id = JSONMember("requestId", request["requestId"] ?? .null)
        guard request["resourceType"]?.string == "Image", !picture.isEmpty else {
            return _ = try send("Fetch.failRequest", .object([id, JSONMember("errorReason", "Aborted")]))
        }
        let body = JSONValue.string(Data(picture).base64EncodedString())
        _ = try send(
            "Fetch.fulfillRequest",
            .object([id, JSONMember("responseCode", 200), JSONMember("body", body)]))
    }
}
