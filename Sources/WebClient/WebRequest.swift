/// A request to another server.
package struct WebRequest: Sendable {
    package enum Method: Sendable, Equatable {
        case get
        case post([UInt8])
    }

    /// `https://…`, without a user in it.
    package let url: String
    package var method = Method.get
    /// A line break in one is refused.
    package var headers: [(name: String, value: String)] = []
    /// For the whole, from the name's look-up to the last byte.
    package var deadlineMilliseconds = 10_000
    package var connectMillisecondsMax = 5_000
    /// Of the reply, whatever it says of its length.
    package var bodyBytesMax = 1 << 20
    package var headerBytesMax = 32 << 10
    /// At 0 a redirect is a reply as any other. None leads to plain HTTP.
    package var redirectsMax = 0
    package var addresses = AddressFilter.publicOnly
    package var trust = Trust.system
    package var allowsPlainHTTP = false

    package init(url: String) {
        self.url = url
    }
}

/// The trusted certificates.
package enum Trust: Sendable, Equatable {
    /// The authorities that the system trusts.
    case system
    /// Those alone that are in this file, as PEM.
    case file(String)
}
