extension AppProfile {
    /// Whether a short link with this code could never be opened, because its URL on the link hosts is
    /// something else. That is a call of the API, a file that platforms request, or another prefix of ours.
    package func isReserved(_ code: LinkCode) -> Bool {
        ReservedCodes.names.contains(code.description)
            || prefixes.contains { $0.firstSegment == code.description }
            || appLinksPath == "/\(code)"
    }
}

extension LinkPrefix {
    /// Whether the API's own paths, which are the same on all hosts, may hide some of its links.
    package var isReserved: Bool {
        firstSegment.map(ReservedCodes.names.contains) ?? false
    }

    fileprivate var firstSegment: String? {
        path.split(separator: "/").first.map(String.init)
    }
}

/// The first part of every path that is served on all hosts, where it could be a code. A test holds the list
/// equal to the route table.
package enum ReservedCodes {
    package static let names: Set<String> = [
        "apple-app-site-association", "applink", "delete-account", "health", "metrics", "problems", "qr",
        "release", "reset", "undo", "v1", "v2", "verify",
    ]
}
