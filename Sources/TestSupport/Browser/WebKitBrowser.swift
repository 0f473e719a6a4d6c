internal import EventLoops
internal import Glibc
internal import HTTP
package import JSON

/// A window of WebKitGTK, with Safari's engine, on a virtual screen: a person with a phone or a desk,
/// driven by WebDriver.
///
/// Whatever it asks for comes to the test's server, as to a proxy: nothing leaves the machine.
package final class WebKitBrowser {
    /// Found on this machine without a lookup, and trusted like a site with TLS: scripts may write to the
    /// clipboard there. Source: W3C, Secure Contexts, section 3.1.
    package static let trustedHost = "go.localhost"

    package static let isInstalled: Bool = {
        let tools = "command -v WebKitWebDriver && command -v Xvfb && command -v dbus-run-session"
        return (try? Shell.output("\(tools) && \(program)")) != nil
    }()

    /// Debian has it where its library is.
    private static let program = "ls /usr/lib/*/webkit2gtk-4*/MiniBrowser"

    /// Reads all of itself from the disk first, beside whatever else does.
    private static let timeoutMilliseconds = 120_000

    private let folder: String
    private let watchdog: Int32
    private let http: RawHTTPClient
    private var session = ""

    /// - Parameters:
    ///   - port: of the test's server.
    ///   - runsScripts: whether the pages' own scripts do; those of `evaluate` do.
    package init(
        port: UInt16, userAgent: String, width: Int64 = 393, runsScripts: Bool = true
    ) async throws {
        guard Self.isInstalled else { throw Self.failure("it is not installed") }
        folder = "/tmp/shipmate-webkit-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        watchdog = try Shell.spawnWatchdog(
            "kill $(cat \(folder)/driver) $(cat \(folder)/screen); rm -rf \(folder)")
        let driver = try FreePort.next()
        try Shell.run(Self.start(driver, in: folder))
        let http = await eventually(seconds: Self.timeoutMilliseconds / 1_000) {
            try? RawHTTPClient(port: driver, timeoutMilliseconds: Self.timeoutMilliseconds)
        }
        guard let http else { throw Self.failure("its driver never listened") }
        self.http = http
        let arguments = [
            "--automation", "--user-agent=\(userAgent)", "--proxy=http://127.0.0.1:\(port)",
            "--ignore-host=\(Self.trustedHost)", "--enable-javascript-markup=\(runsScripts)",
        ]
        let options: JSONValue = [
            "binary": .string(try Shell.output("\(Self.program) | tail -n 1")),
            "args": .array(arguments.map { .string($0) }),
        ]
        // A click's destination never arrives.
        let wanted: JSONValue = ["webkitgtk:browserOptions": options, "pageLoadStrategy": "none"]
        let made = try call("POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
        session = "/session/\(made["sessionId"]?.string ?? "")"
        try call("POST", "/window/rect", ["width": .integer(width), "height": 852])
    }

    /// Each leaves its number, to be ended by.
    private static func start(_ port: UInt16, in folder: String) -> String {
        """
        mkdir -m 700 \(folder) && cd \(folder) || exit 1
        export HOME=\(folder) XDG_RUNTIME_DIR=\(folder) GDK_BACKEND=x11 NO_AT_BRIDGE=1
        Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp 3>display >log 2>&1 </dev/null &
        echo $! >screen
        for try in $(seq 600); do [ -s display ] && break; sleep 0.1; done
        export DISPLAY=:$(cat display)
        dbus-run-session -- sh -c 'echo $$ >driver; exec WebKitWebDriver --port=\(port)' \
            >>log 2>&1 </dev/null &
        """
    }

    package func close() {
        _ = try? call("DELETE", "")
        Shell.close(watchdog)
    }

    /// Goes to a page and waits until it is there with all its pictures.
    package func open(_ url: String) async throws {
        try evaluate("window.isLeft = true")
        try visit(url)
        try await waitUntilThere(url)
    }

    /// Starts to load a page, and doesn't wait. A page that leaves by itself must be opened in this way:
    /// WebKit can lose the reply of a script that runs while its page leaves.
    package func visit(_ url: String) throws {
        try call("POST", "/url", ["url": .string(url)])
    }

    private func waitUntilThere(_ page: String) async throws {
        let isThere = await eventually {
            // A page that is just going has nothing to say.
            (try? evaluate("!window.isLeft && location.href !== 'about:blank' && document.readyState"))
                == "complete"
        }
        guard isThere else { throw Self.failure("\(page) never came") }
    }

    /// Clicks the link or button with this text; where that leads never comes.
    package func press(_ label: String) throws {
        let link = try element("[...document.links].find(a => a.textContent === \"\(label)\")")
        try call("POST", "/element/\(link)/click", .object([]))
    }

    /// Clicks the link or button with this text, and waits for the page that it leads to.
    package func follow(_ label: String) async throws {
        let target = try element(
            "[...document.querySelectorAll('a, button')].find(a => a.textContent === \"\(label)\")")
        try evaluate("window.isLeft = true")
        try call("POST", "/element/\(target)/click", .object([]))
        try await waitUntilThere("the page behind \(label)")
    }

    /// Types into the field of a form, over what is there.
    package func type(_ text: String, into name: String) throws {
        let field = try element("document.querySelector('main [name=\(name)], [name=\(name)]')")
        try call("POST", "/element/\(field)/clear", .object([]))
        try call("POST", "/element/\(field)/value", ["text": .string(text)])
    }

    /// Presses a key for each character where the focus is; WebDriver has private characters for others.
    package func press(keys: String) throws {
        let presses: [JSONValue] = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(String(key))] }
        }
        let keyboard: JSONValue = ["type": "key", "id": "keyboard", "actions": .array(presses)]
        try call("POST", "/actions", ["actions": [keyboard]])
    }

    /// The value of an expression in the page.
    @discardableResult
    package func evaluate(_ expression: String) throws -> JSONValue {
        try call("POST", "/execute/sync", ["script": .string("return \(expression)"), "args": .array([])])
    }

    /// The last copied text, as it is pasted into a page.
    package func clipboard(pastingInto url: String) async throws -> String {
        try await open(url)
        let field = try element("document.body.appendChild(document.createElement('textarea'))")
        // Control, as WebDriver calls it, is held until the keys end.
        try call("POST", "/element/\(field)/value", ["text": "\u{E009}v"])
        return try evaluate("document.querySelector('textarea').value").string ?? ""
    }

    /// The driver's key for an element.
    private func element(_ expression: String) throws -> String {
        guard case .object(let reference) = try evaluate(expression), let name = reference.first?.value.string
        else { throw Self.failure("there is no \(expression)") }
        return name
    }

    @discardableResult
    private func call(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) throws -> JSONValue {
        let bytes = body.map { JSONWriter.bytes(of: $0) } ?? []
        var head = "\(method) \(session)\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if body != nil { head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n" }
        try http.send(Array((head + "\r\n").utf8) + bytes)
        let reply = try http.reply()
        let value = try JSONParser.parse(reply.body)["value"] ?? .null
        guard reply.status == 200 else { throw Self.failure("\(method) \(path): \(value)") }
        return value
    }

    private static func failure(_ text: String) -> TestCluster.Failure {
        TestCluster.Failure(description: "WebKitGTK: \(text)")
    }
}
