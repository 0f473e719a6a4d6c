package import EventLoops

/// Where a request came from, for the rate limits.
///
/// Behind proxies it comes from the header: each proxy appends the address that it saw to
/// `X-Forwarded-For`. With n trusted ones the n-th from the right is the client's. The values further left
/// are untrusted.
package struct ClientAddress: Sendable {
    /// Trusted proxies in front of the service. Without any, the header is untrusted and ignored.
    package let forwardedHops: Int
    /// How often the header named no address: such callers share their proxy's allowance.
    let unread: Locked<Int>

    package init(forwardedHops: Int, unread: Locked<Int> = Locked(0)) {
        self.forwardedHops = forwardedHops
        self.unread = unread
    }

    package func address(of request: Request) -> PeerAddress {
        guard forwardedHops > 0 else { return request.peer }
        let entries = request.headers.values("x-forwarded-for").joined(separator: ",").split(separator: ",")
        if entries.isEmpty { return request.peer }
        guard entries.count >= forwardedHops,
            let address = Self.address(in: entries[entries.count - forwardedHops])
        else {
            unread.withLock { $0 += 1 }
            return request.peer
        }
        return address
    }

    /// The same where access depends on it: nil where the header doesn't say it for certain.
    package func certainAddress(of request: Request) -> PeerAddress? {
        guard forwardedHops > 0 else { return request.peer }
        let entries = request.headers.values("x-forwarded-for").joined(separator: ",").split(separator: ",")
        guard entries.count >= forwardedHops else { return nil }
        return Self.address(in: entries[entries.count - forwardedHops])
    }

    /// An entry as proxies write it: an address, with a port or without, one of IPv6 in brackets when a port
    /// follows. Nil for `unknown`, a name or whatever else (RFC 7239 section 6 has them all).
    static func address(in entry: Substring) -> PeerAddress? {
        let text = entry.trimmed(of: [" ", "\t"]).trimmed(of: ["\""])
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else {
                return nil
            }
            let address = text[text.index(after: text.startIndex)..<end]
            return address.contains(":") ? PeerAddress(numeric: String(address)) : nil
        }
        guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else {
            return PeerAddress(numeric: String(text))
        }
        return isPort(text[colon...]) ? PeerAddress(numeric: String(text[..<colon])) : nil
    }

    /// Nothing, or a colon and a port.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        return UInt16(text.dropFirst()) != nil && text.utf8.allSatisfy { $0 != UInt8(ascii: "+") }
    }
}

extension Substring {
    fileprivate func trimmed(of characters: Set<Character>) -> Substring {
        var text = drop { characters.contains($0) }
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
