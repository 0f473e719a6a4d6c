/// A request to another server.
package struct WebRequest: Sendable {
    package enum Method: Sendable, Equatable {
        case get
        case post([UInt8])
        case delete
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
    package var longBody = LongBody.failure
    /// The first bytes of the reply's body to keep. Default: all.
    package var bodyBytesKept = Int.max
    package var headerBytesMax = 32 << 10
    /// Whether a status of 2xx is the result at the end of the reply's head. The reply then has only as much
    /// of the body as came with it. Any other reply whose head is complete is a result, too, though its body
    /// breaks off.
    package var countsAtHead = false
    /// At 0 a redirect is a reply as any other. None leads to plain HTTP.
    package var redirectsMax = 0
    /// It is not asked about a proxy's address, nor about the addresses that a proxy connects to.
    package var addresses = AddressFilter.publicOnly
    /// `http://host:port`, which looks names up and connects. Default: none, also where the environment
    /// names one.
    package var proxy: String?
    /// A connection of another request is used again up to this age; the least is 2. At 0 none is.
    package var connectionSecondsMax = 60
    package var trust = Trust.system
    package var allowsPlainHTTP = false
    /// For tests, instead of DNS: `host:port:address,address`.
    var answers: [String] = []

    package init(url: String) {
        self.url = url
    }
}

/// The result of a request whose reply has more than `bodyBytesMax`.
package enum LongBody: Sendable, Equatable {
    /// `WebError.tooLarge`.
    case failure
    /// A reply with the bytes so far; the connection is closed.
    case cut
}

/// The trusted certificates.
package enum Trust: Sendable, Equatable {
    /// The authorities that the system trusts.
    case system
    /// Those alone that are in this file, as PEM.
    case file(String)
}
