/// The URL of a receiver that a user of the API has chosen: nothing there is to be trusted.
///
/// It is `https`, and its host is a name or a public address, unless the operator's list allows more. The
/// addresses of a name are checked at each connection.
package struct ReceiverURL: Sendable, Equatable, CustomStringConvertible {
    package static let byteCountMax = 2_048

    package let origin: ReceiverOrigin
    /// The path and the query, as they were given.
    private let target: String
    /// Whether the operator's list has it.
    package let isListed: Bool

    package var description: String { "\(origin)\(target)" }

    /// - Parameter list: origins that are allowed although they are private, or in plain HTTP.
    package init(_ text: String, allowing list: ReceiverAllowList = ReceiverAllowList())
        throws(ReceiverURLError)
    {
        guard text.utf8.count <= Self.byteCountMax else { throw .tooLong }
        let parts = try URLParts(text)
        origin = try ReceiverOrigin(parts)
        target = parts.target
        isListed = list.contains(origin)
        guard !isListed else { return }
        guard origin.scheme == .https else { throw .plainHTTP }
        guard origin.host.isPublic else { throw .addressNotPublic }
    }

    /// A request to it; the caller adds method and headers. It ends within 15 s, and with a status of 2xx at
    /// the end of the head. A reply may have any length: up to 64 KiB of its body are read, and 1 KiB is
    /// kept.
    ///
    /// - Parameter proxy: `http://host:port`, which then is responsible for checking addresses.
    package func request(through proxy: String? = nil) -> WebRequest {
        var request = WebRequest(url: description)
        request.deadlineMilliseconds = 15_000
        request.connectMillisecondsMax = 10_000
        request.bodyBytesMax = 64 << 10
        request.bodyBytesKept = 1 << 10
        request.longBody = .cut
        request.countsAtHead = true
        request.connectionSecondsMax = 60
        request.proxy = proxy
        request.addresses = isListed ? origin.host.addresses : .publicOnly
        request.allowsPlainHTTP = isListed && origin.scheme == .http
        return request
    }
}
