internal import EventLoops

extension Request {
    /// Whether the request is from this machine, by its own name and through no proxy. A proxy here would
    /// pass strangers' requests on from a loopback address, too.
    package var isFromHere: Bool {
        let host = head.host?.lowercased() ?? ""
        return peer.isLoopback && !isForwarded
            && ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    private var isForwarded: Bool {
        let names: [StaticString] = [
            "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via",
            "cf-connecting-ip", "true-client-ip", "x-client-ip",
        ]
        return names.contains {
            headers.contains($0)
        }
    }
}
