package import Crypto
package import WebClient

/// A provider of identities: Apple, Google, or any issuer of signed ID tokens.
package struct IdentityProvider: Sendable {
    /// As it stands in paths: letters, digits, `-` and `_`.
    package let name: String
    package let terms: IdentityTerms
    package let keys: Keys
    /// Whether its tokens stand for users by themselves, who are known by their subjects.
    package let isBearer: Bool

    package enum Keys: Sendable {
        /// Out of a file, which was read at the start.
        case kept(KeySet)
        /// Where the issuer publishes them.
        case published(WebRequest)
    }

    package init(name: String, terms: IdentityTerms, keys: Keys, isBearer: Bool = false) {
        self.name = name
        self.terms = terms
        self.keys = keys
        self.isBearer = isBearer
    }

    /// Limits for the request for published keys.
    package static func request(_ url: String) -> WebRequest {
        var request = WebRequest(url: url)
        request.deadlineMilliseconds = 3_000
        request.connectMillisecondsMax = 2_000
        request.bodyBytesMax = KeySet.bytesMax
        return request
    }
}

/// The providers of identities, and the sources of their keys.
package struct IdentityConfiguration: Sendable {
    package let providers: [IdentityProvider]
    /// Nil where no keys need be fetched.
    package let keys: IssuerKeyCache?

    /// Whether an issuer's tokens stand for users.
    package var hasBearers: Bool { providers.contains(where: \.isBearer) }

    package init(providers: [IdentityProvider] = [], keys: IssuerKeyCache? = nil) {
        self.providers = providers
        self.keys = keys
    }
}
