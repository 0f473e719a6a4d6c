package import Batching
internal import Crypto
package import EventLoops
internal import Values
internal import WebClient

/// Finds the identity of an ID token.
package final class IdentityChecker {
    /// The claims of a verified token.
    struct Finding {
        let claims: IdentityClaims
        /// The time until which the result is valid: the token's expiry, or the age limit of its provider's
        /// keys.
        let goodUntilSeconds: Int64
    }

    /// While a provider is away, and its keys are old, tokens are looked at again this often.
    private static let oldKeysSeconds: Int64 = 60
    /// An end that is further off than that is looked at again.
    private static let lookAgainSeconds: Int64 = 86_400

    private let providers: [IdentityProvider]
    private let store: IssuerKeyCache?
    private let clock: DatabaseClock
    private let log: @Sendable (LogLine) -> Void
    private var pages: [String: KeySetResponse] = [:]
    /// How many wait for keys.
    private var waiting = 0
    /// Told when a provider publishes a key no more.
    var onKeyGone: () -> Void = {}

    package init(
        _ configuration: IdentityConfiguration, clock: DatabaseClock,
        log: @escaping @Sendable (LogLine) -> Void
    ) {
        providers = configuration.providers
        store = configuration.keys
        self.clock = clock
        self.log = log
    }

    /// Hears when another loop's tokens have shown that a key is gone.
    package func listen(on loop: isolated EventLoop) {
        store?.listen(on: loop) { [weak self] provider, page in
            if self?.pages[provider] != nil { self?.keep(page, of: provider) }
        }
    }

    var awaitsKeys: Bool { waiting > 0 }

    /// Whether a provider's tokens stand for users by themselves.
    var hasBearers: Bool { providers.contains(where: \.isBearer) }

    func isBearer(_ name: String) -> Bool {
        providers.contains { $0.name == name && $0.isBearer }
    }

    func claims(
        of text: String, by name: String, nonce: String?
    ) async throws(IdentityError) -> IdentityClaims {
        guard let provider = providers.first(where: { $0.name == name }) else { throw .providerUnknown }
        guard let token = SignedToken(text.utf8), let claims = token.unverifiedClaims else {
            throw .tokenRefused
        }
        return try await check(token, claims, of: provider, nonce: nonce).claims
    }

    /// Of the bearer issuer that the token says it is of.
    func finding(on bytes: ArraySlice<UInt8>) async throws(IdentityError) -> Finding {
        guard let token = SignedToken(bytes), let claims = token.unverifiedClaims,
            let provider = providers.first(where: {
                $0.isBearer && $0.terms.issuers.contains(claims.issuer)
            })
        else { throw .tokenRefused }
        return try await check(token, claims, of: provider, nonce: nil)
    }

    /// Claims are checked before the signature, so that an invalid token doesn't cause a fetch of keys.
    private func check(
        _ token: SignedToken, _ claims: IdentityClaims, of provider: IdentityProvider, nonce: String?
    ) async throws(IdentityError) -> Finding {
        let now = clock.now
        let seconds = Double(now.microsecondsSince1970) / 1_000_000
        guard provider.terms.admit(claims, nonce: nonce, nowSeconds: seconds) else { throw .tokenRefused }
        switch provider.keys {
        case .kept(let keys):
            guard token.payload(signedBy: keys) != nil else { throw .tokenRefused }
            return Finding(claims: claims, goodUntilSeconds: end(of: claims, now.secondsSince1970))
        case .published(let request):
            guard let page = await page(of: provider.name, at: request, for: token.keyID) else {
                throw .unavailable
            }
            guard token.payload(signedBy: page.keys) != nil else { throw .tokenRefused }
            let fresh = Int64(page.lifetime.freshUntil.milliseconds(since: .now) / 1_000)
            let until = now.secondsSince1970 + max(fresh, Self.oldKeysSeconds)
            return Finding(
                claims: claims, goodUntilSeconds: min(until, end(of: claims, now.secondsSince1970)))
        }
    }

    private func end(of claims: IdentityClaims, _ nowSeconds: Int64) -> Int64 {
        let left = claims.expiresAtSeconds + IdentityTerms.clockSlackSeconds - Double(nowSeconds)
        return nowSeconds + Int64(min(max(left, 0), Double(Self.lookAgainSeconds)))
    }

    private func page(of provider: String, at request: WebRequest, for id: String?) async -> KeySetResponse? {
        if let page = pages[provider], page.lifetime.isFresh(at: .now), id.map(page.keys.has) ?? true {
            return page
        }
        waiting += 1
        defer { waiting -= 1 }
        guard let page = await store?.page(of: provider, at: request, for: id, log: log) else { return nil }
        keep(page, of: provider)
        return page
    }

    private func keep(_ page: KeySetResponse, of provider: String) {
        let isKeyGone = pages[provider].map { !page.keys.hasAll(of: $0.keys) } ?? false
        pages[provider] = page
        if isKeyGone { onKeyGone() }
    }
}
