internal import EventLoops
internal import HTTP

/// Where a request came from, for the rate limits.
///
/// Behind proxies that is what they wrote: each appends the address that it saw to `X-Forwarded-For`, so that
/// with n trusted ones the n-th from the right is the client's. What stands further left anyone may have
/// written.
struct ClientAddress {
    /// Trusted proxies in front of the service; with none the header is nobody's word and is ignored.
    let forwardedHops: Int

    func address(of request: Request) -> PeerAddress {
        guard forwardedHops > 0 else { return request.peer }
        let addresses = request.headers.values("x-forwarded-for").joined(separator: ",").split(separator: ",")
        guard addresses.count >= forwardedHops else { return request.peer }
        let text = addresses[addresses.count - forwardedHops].filter { $0 != " " && $0 != "\t" }
        return text.isEmpty ? request.peer : PeerAddress(text)
    }
}
