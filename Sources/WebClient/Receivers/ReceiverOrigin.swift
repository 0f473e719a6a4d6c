/// The server that a URL leads to: scheme, host and port (RFC 6454).
package struct ReceiverOrigin: Hashable, Sendable, CustomStringConvertible {
    enum Scheme: String, Sendable {
        case https, http

        var port: UInt16 { self == .https ? 443 : 80 }
    }

    let scheme: Scheme
    let host: ReceiverHost
    let port: UInt16

    /// As a URL begins, without the scheme's own port.
    package var description: String {
        "\(scheme.rawValue)://\(host)\(port == scheme.port ? "" : ":\(port)")"
    }

    init(_ parts: URLParts) throws(ReceiverURLError) {
        guard let scheme = Scheme(rawValue: parts.scheme) else { throw .scheme }
        self.scheme = scheme
        host = try ReceiverHost(parts.host)
        port = try parts.port.map(Self.port) ?? scheme.port
    }

    private static func port(_ text: Substring) throws(ReceiverURLError) -> UInt16 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(text), port > 0 else {
            throw .port
        }
        return port
    }
}
