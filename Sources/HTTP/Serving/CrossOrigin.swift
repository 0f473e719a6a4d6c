/// Lets scripts of other origins, such as a web game, read replies: the CORS protocol of the Fetch standard,
/// section 3.2.
///
/// Its field lines are made once; a reply gets them as one copy. Every reply has them, problems included.
/// Nothing here depends on cookies, so a listed origin can read no more than any client with a socket.
package struct CrossOrigin: Sendable {
    /// The fields of a reply; empty without origins.
    package static let off = CrossOrigin([])

    private struct Listed: Sendable {
        let origin: [UInt8]
        /// Let the script read the reply.
        let lines: [UInt8]
        /// Let the browser send the request that it asks about first.
        let preflightLines: [UInt8]
    }

    private let listed: [Listed]
    /// Of origins that are not listed one by one.
    private let isAllowed: (@Sendable (Origin) -> Bool)?
    /// Keeps caches from giving one origin what was said to another.
    private let vary: [UInt8]

    package init(_ origins: [Origin]) {
        vary = origins.isEmpty ? [] : Self.variesByOrigin
        listed = origins.map(Self.listed)
        isAllowed = nil
    }

    /// Allows origins that can't be listed, such as those of one machine with any port.
    package init(where isAllowed: @escaping @Sendable (Origin) -> Bool) {
        vary = Self.variesByOrigin
        listed = []
        self.isAllowed = isAllowed
    }

    private static let variesByOrigin = Array("Vary: Origin\r\n".utf8)

    private static func listed(_ origin: Origin) -> Listed {
        let allow = "Access-Control-Allow-Origin: \(origin.text)\r\n"
        return Listed(
            origin: Array(origin.text.utf8),
            lines: Array((allow + exposes).utf8) + variesByOrigin,
            preflightLines: Array((allow + allows).utf8) + variesByOrigin)
    }

    /// Scripts see no other fields but a few that every reply may have. By `Date` they compare their clock.
    private static let exposes: String = {
        let names = ResponseHeader.Name.allCases.map(\.rawValue) + ["Date", "X-Request-Id"]
        return "Access-Control-Expose-Headers: \(names.joined(separator: ", "))\r\n"
    }()

    /// Headers that scripts may send beside the unrestricted ones: all that any call takes.
    package static let requestHeaders = [
        "Access-Token", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID",
        "X-Request-Id",
    ]

    /// Two hours is the browsers' maximum.
    private static let allows =
        "Access-Control-Allow-Headers: \(requestHeaders.joined(separator: ", "))\r\n"
        + "Access-Control-Max-Age: 7200\r\n"

    /// The field lines that `response` gets besides its own.
    ///
    /// - Parameter head: nil when it was never understood, and so neither was its origin.
    func lines(for head: RequestHead?, answeredBy response: Response) -> [UInt8] {
        if vary.isEmpty { return [] }
        guard let head, let origin = head.headers.onlyValue("origin"), let known = known(origin)
        else { return vary }
        guard head.method == .options, head.headers.contains("access-control-request-method") else {
            return known.lines
        }
        // The router's own reply, which names the methods of the path.
        guard let methods = response.headers.first(where: { $0.name == .allow })?.value else {
            return known.lines
        }
        return known.preflightLines + Array("Access-Control-Allow-Methods: \(methods)\r\n".utf8)
    }

    private func known(_ origin: ArraySlice<UInt8>) -> Listed? {
        guard let isAllowed else { return listed.first { $0.origin.elementsEqual(origin) } }
        let found = Origin(String(decoding: origin, as: UTF8.self))
        return found.flatMap { isAllowed($0) ? Self.listed($0) : nil }
    }
}
