internal import FoundationEssentials
internal import Glibc

/// A host that the service has to reach over a network.
struct NetworkNeed: Equatable, Sendable {
    /// The setting that names it, or what else does.
    let purpose: String
    let host: String
    let port: String

    init(_ purpose: String, host: String, port: String) {
        (self.purpose, self.host, self.port) = (purpose, host, port)
    }

    /// Nil where `url` has no host.
    init?(_ purpose: String, url text: String) {
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty else { return nil }
        let usual = url.scheme == "http" ? 80 : 443
        self.init(purpose, host: host.trimmedBrackets, port: "\(url.port ?? usual)")
    }

    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension String {
    /// An IPv6 address without its brackets.
    fileprivate var trimmedBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
