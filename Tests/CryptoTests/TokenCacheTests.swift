import Crypto
import FoundationEssentials
import TestSupport
import Testing

@Suite struct TokenCacheTests {
    private let key = SigningKey()
    private let now: Int64 = 1_760_000_000

    private func token(lifetimeSeconds: Int64 = 900, uid: UUID = UUID()) -> String {
        AccessTokenSigner(key: key, lifetimeSeconds: lifetimeSeconds).token(
            uid: uid, sid: UUID(), nowSeconds: now)
    }

    private func cache(entriesMax: Int = 64) -> TokenCache {
        TokenCache(verifier: AccessTokenVerifier(keys: [key.publicKey]), entriesMax: entriesMax)
    }

    @Test func `says what the verifier says, the first time and after`() {
        let (cache, uid) = (cache(), UUID())
        let token = token(uid: uid)
        for _ in 0..<3 { #expect(cache.claims(of: token, nowSeconds: now)?.uid == uid) }
        #expect(cache.claims(of: token + "x", nowSeconds: now) == nil)
        #expect(cache.claims(of: "", nowSeconds: now) == nil)
    }

    @Test func `lets no remembered token pass after its time`() {
        let cache = cache()
        let token = token(lifetimeSeconds: 10)
        #expect(cache.claims(of: token, nowSeconds: now + 9) != nil)
        #expect(cache.claims(of: token, nowSeconds: now + 10) == nil)
    }

    @Test func `refuses each replacement in a token that it remembers`() {
        let cache = cache()
        let token = token()
        #expect(cache.claims(of: token, nowSeconds: now) != nil)
        let places = token.indices.filter { token[$0] != "A" }
        #expect(
            places.allSatisfy {
                cache.claims(of: token.replacingCharacter(at: $0, with: "A"), nowSeconds: now) == nil
            })
    }

    @Test func `stays right when far more tokens come than it can remember`() {
        let cache = cache(entriesMax: 8)
        let tokens = (0..<200).map { _ in UUID() }.map { ($0, token(uid: $0)) }
        for _ in 0..<2 {
            for (uid, token) in tokens { #expect(cache.claims(of: token, nowSeconds: now)?.uid == uid) }
        }
    }

    @Test func `remembers: a second look costs far less than a signature`() {
        let cache = cache(entriesMax: 4)
        let token = token()
        _ = cache.claims(of: token, nowSeconds: now)
        let clock = ContinuousClock()
        let verifier = AccessTokenVerifier(keys: [key.publicKey])
        let verified = clock.measure { for _ in 0..<200 { _ = verifier.claims(of: token, nowSeconds: now) } }
        let remembered = clock.measure { for _ in 0..<200 { _ = cache.claims(of: token, nowSeconds: now) } }
        #expect(remembered < verified)
    }

    @Test func `forgets what former keys vouched for`() {
        let cache = cache()
        let token = token()
        #expect(cache.claims(of: token, nowSeconds: now) != nil)
        cache.replaceVerifier(AccessTokenVerifier(keys: [SigningKey().publicKey]))
        #expect(cache.claims(of: token, nowSeconds: now) == nil)
    }
}

extension TokenCache {
    fileprivate func claims(of token: String, nowSeconds: Int64) -> AccessClaims? {
        claims(of: Array(token.utf8)[...], nowSeconds: nowSeconds)
    }
}
