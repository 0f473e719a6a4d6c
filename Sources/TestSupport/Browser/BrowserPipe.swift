internal import Glibc
internal import HTTP
internal import JSON

/// A headless Chromium, and its pipe for commands: JSON messages with a NUL after each.
///
/// The browser ends with the pipe, and so with this process, whatever happens to it.
final class BrowserPipe {
    private let process: pid_t
    private let folder: String
    private let commands: Int32
    private let replies: Int32
    private var received: [UInt8] = []

    /// - Parameter arguments: as a shell reads them.
    init(_ program: String, _ arguments: [String]) throws {
        folder = "/tmp/shipmate-browser-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let toBrowser = try Shell.makePipe()
        let fromBrowser = try Shell.makePipe()
        defer {
            close(toBrowser[0])
            close(fromBrowser[1])
        }
        commands = toBrowser[1]
        replies = fromBrowser[0]
        let fixed = [
            "\(program) --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run",
            "--remote-debugging-pipe --user-data-dir=\(folder) --disable-component-update",
            "--disable-background-networking --hide-scrollbars",
            // The pages are served over plain HTTP here.
            "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
        ]
        process = try Shell.start(
            (fixed + arguments).joined(separator: " "), descriptors: [3: toBrowser[0], 4: fromBrowser[1]])
    }

    /// Ends the browser and removes what it kept.
    func end() {
        close(commands)
        close(replies)
        kill(process, SIGTERM)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        _ = try? Shell.output("rm -rf \(folder)")
    }

    func send(_ message: JSONValue) throws {
        let bytes = JSONWriter.bytes(of: message) + [0]
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(commands, $0.baseAddress! + sent, $0.count - sent) }
            guard count > 0 else { throw failure("the browser is gone") }
            sent += count
        }
    }

    /// The next message, or nil when nothing comes in time.
    func next(timeoutMilliseconds: Int32) throws -> JSONValue? {
        var searched = 0
        while true {
            if let end = Bytes.offset(of: "\0", in: received, from: searched) {
                defer { received.removeFirst(end + 1) }
                return try JSONParser.parse(Array(received[..<end]))
            }
            searched = received.count
            guard try receive(timeoutMilliseconds: timeoutMilliseconds) else { return nil }
        }
    }

    /// Reads what there is; false when nothing comes in time.
    private func receive(timeoutMilliseconds: Int32) throws -> Bool {
        var descriptor = pollfd(fd: replies, events: Int16(POLLIN), revents: 0)
        let ready = poll(&descriptor, 1, timeoutMilliseconds)
        if ready == 0 { return false }
        guard ready > 0 else { throw failure("waiting for the browser: \(String(cString: strerror(errno)))") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(replies, &chunk, chunk.count)
        guard count > 0 else { throw failure("the browser is gone") }
        received += chunk[..<count]
        return true
    }

    private func failure(_ text: String) -> TestCluster.Failure {
        TestCluster.Failure(description: text)
    }
}
