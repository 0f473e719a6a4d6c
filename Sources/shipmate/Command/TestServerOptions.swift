internal import Values

/// The options of `shipmate test-server`.
struct TestServerOptions: Equatable {
    var port: UInt16 = 0
    var readyFile: String?
    /// Clones that are kept ready.
    var apps = 8
    /// When apps' clocks begin; nil for now.
    var clock: Timestamp?
    var profile: String?
    /// The process whose end is this one's: 0 for none, nil for the parent.
    var parent: Int32?
    /// An address for others; nil for this machine alone.
    var listen: String?
    var token: String?

    static let appsRange = 0...64
    static let tokenLengthMin = 16
}

extension Command {
    static func testServer(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        var options = TestServerOptions()
        if let text = try reader.value("--port") {
            guard let port = UInt16(text) else { throw mistake("--port \(text): 0 to 65535") }
            options.port = port
        }
        options.readyFile = try reader.value("--ready-file")
        if let text = try reader.value("--apps") {
            guard let count = Int(text), TestServerOptions.appsRange.contains(count) else {
                throw mistake("--apps \(text): 0 to \(TestServerOptions.appsRange.upperBound)")
            }
            options.apps = count
        }
        if let text = try reader.value("--clock") {
            guard let time = RFC3339.parse(text) else {
                throw mistake("--clock \(text): a time such as 2026-01-01T00:00:00Z")
            }
            options.clock = time
        }
        options.profile = try reader.value("--profile")
        if let text = try reader.value("--parent-pid") {
            guard let pid = Int32(text), pid >= 0 else {
                throw mistake("--parent-pid \(text): a process, or 0 for none")
            }
            options.parent = pid
        }
        options.listen = try reader.value("--listen")
        options.token = try reader.value("--token")
        guard options.listen == nil || options.token != nil else { throw mistake("--listen needs --token") }
        if let token = options.token, !isToken(token) {
            throw mistake(
                "--token: at least \(TestServerOptions.tokenLengthMin) letters, digits, - or _")
        }
        return .testServer(options)
    }

    private static func isToken(_ text: String) -> Bool {
        text.utf8.count >= TestServerOptions.tokenLengthMin
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    private static func mistake(_ text: String) -> UsageError {
        UsageError(text, topic: .testServer)
    }
}
