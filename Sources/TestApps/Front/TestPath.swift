internal import HTTP

/// Which app a request is for, and what it asks of it.
struct TestPath {
    /// Nil for the server's first app.
    let appID: String?
    /// The length of the path's start that the app does not see.
    let prefixBytes: Int
    /// The path that the app sees.
    let rest: String
    /// Whether the Host is a name of this machine.
    let isLocal: Bool

    init(_ head: RequestHead) {
        let (path, host) = (head.path, Self.name(ofHost: head.host ?? ""))
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        var prefix = 0
        if path.hasPrefix("/t/"), parts.count >= 2 {
            appID = String(parts[1])
            prefix = "/t/".utf8.count + parts[1].utf8.count
        } else {
            appID = host.hasSuffix(".localhost") ? String(host.dropLast(".localhost".count)) : nil
        }
        // A URL that ends with a slash, and a path that begins with one.
        let bytes = Array(path.utf8)
        while prefix + 1 < bytes.count, bytes[prefix] == UInt8(ascii: "/"), bytes[prefix + 1] == bytes[prefix]
        {
            prefix += 1
        }
        // A path below must begin with a slash: `/t/ID` alone is no path of an app.
        prefixBytes = prefix < bytes.count ? prefix : 0
        rest = String(decoding: bytes[prefixBytes...], as: UTF8.self)
        isLocal = Self.isLocal(name: host)
    }

    /// Whether it is a call of the test server's own.
    func isOfTest(_ method: Method?) -> Bool {
        rest == "/test" || rest.hasPrefix("/test/")
            || method == .delete && (rest == "/" || rest.hasPrefix("/t/"))
    }

    var isOfConsole: Bool { rest == "/admin" || rest.hasPrefix("/admin/") }

    /// Our own webhooks sign instead, and a browser asks without it whether a script may call.
    func needsToken(_ method: Method?) -> Bool {
        method != .options && (rest != "/test/webhooks" || method != .post)
    }

    static func isLocal(origin: String) -> Bool {
        guard let separator = origin.firstRange(of: "://") else { return false }
        return isLocal(name: name(ofHost: String(origin[separator.upperBound...])))
    }

    private static func isLocal(name: String) -> Bool {
        ["127.0.0.1", "[::1]", "localhost"].contains(name) || name.hasSuffix(".localhost")
    }

    /// Without its port, in lower case.
    private static func name(ofHost host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) + "]" }
        return String(host.prefix { $0 != ":" })
    }
}

extension String {
    fileprivate func firstRange(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
