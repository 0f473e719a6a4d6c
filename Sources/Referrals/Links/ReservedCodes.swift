extension AppProfile {
    /// Whether a short link by this code would never be opened, since on the link hosts the URL is something
    /// else: a call of the API, a file that platforms look for, or another prefix of ours.
    package func isReserved(_ code: LinkCode) -> Bool {
        ReservedCodes.names.contains(code.description)
            || prefixes.contains { prefix in
                prefix.path.split(separator: "/").first.map { $0 == code.description } ?? false
            }
    }
}

/// The first part of every path that is served on all hosts, where it could be a code. A test holds the list
/// equal to the route table.
package enum ReservedCodes {
    package static let names: Set<String> = [
        "apple-app-site-association", "applink", "health", "metrics", "qr", "v1",
    ]
}
