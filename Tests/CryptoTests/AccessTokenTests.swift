import Crypto
import FoundationEssentials
import TestSupport
import Testing

@Suite struct AccessTokenTests {
    private let key = SigningKey()
    private let uid = UUID(uuidString: "0198F000-0000-7000-8000-00000000000A")!
    private let sid = UUID(uuidString: "0198F000-0000-7000-8000-00000000000B")!
    private let now: Int64 = 1_760_000_000

    private var signer: AccessTokenSigner { AccessTokenSigner(key: key) }
    private var verifier: AccessTokenVerifier { AccessTokenVerifier(keys: [key.publicKey]) }
    private var token: String { signer.token(uid: uid, sid: sid, nowSeconds: now) }

    private var header: String { #"{"alg":"EdDSA","typ":"JWT","kid":"\#(key.keyID)"}"# }
    private var claims: String {
        #"{"iss":"shipmate","aud":"shipmate","#
            + #""sub":"0198f000-0000-7000-8000-00000000000a","sid":"0198f000-0000-7000-8000-00000000000b","#
            + #""iat":1760000000,"exp":1760000900}"#
    }

    /// A token of any header and claims that the key did sign.
    private func signed(header: String, claims: String) -> String {
        let input = "\(Bytes.base64URL(header)).\(Bytes.base64URL(claims))"
        return "\(input).\(Bytes.base64URL(key.signature(of: Array(input.utf8))))"
    }

    @Test func `is the compact JWS that any other library would write`() {
        #expect(token == signed(header: header, claims: claims))
    }

    @Test func `says again who, which session, and until when`() {
        let expected = AccessClaims(uid: uid, sid: sid, issuedAtSeconds: now, expiresAtSeconds: now + 900)
        #expect(verifier.claims(of: token, nowSeconds: now) == expected)
        #expect(verifier.claims(of: token, nowSeconds: now + 899) == expected)
        let short = AccessTokenSigner(key: key, lifetimeSeconds: 5)
        let brief = short.token(uid: uid, sid: sid, nowSeconds: now)
        #expect(verifier.claims(of: brief, nowSeconds: now + 4) != nil)
        #expect(verifier.claims(of: brief, nowSeconds: now + 5) == nil)
    }

    @Test func `says which generation it is of, after the first`() throws {
        let later = AccessTokenSigner(key: key).token(uid: uid, sid: sid, generation: 7, nowSeconds: now)
        #expect(later == signed(header: header, claims: String(claims.dropLast()) + #","gen":7}"#))
        let found = try #require(verifier.claims(of: later, nowSeconds: now))
        #expect(found.generation == 7)
        #expect(verifier.claims(of: token, nowSeconds: now)?.generation == 0)
        for bad in ["0", "-1", "07", "2147483648", "", "\"1\""] {
            let other = signed(header: header, claims: String(claims.dropLast()) + #","gen":\#(bad)}"#)
            #expect(verifier.claims(of: other, nowSeconds: now) == nil, "\(bad)")
        }
    }

    @Test func `expires, and is refused when it comes from the future`() {
        #expect(verifier.claims(of: token, nowSeconds: now + 900) == nil)
        #expect(verifier.claims(of: token, nowSeconds: now + 1_000_000) == nil)
        #expect(verifier.claims(of: token, nowSeconds: now - 60) != nil)
        #expect(verifier.claims(of: token, nowSeconds: now - 61) == nil)
    }

    @Test func `is good where issuer and audience are the same, and nowhere else`() throws {
        let names = try #require(TokenNames(issuer: "https://game.example", audience: "com.example.game"))
        let token = AccessTokenSigner(key: key, names: names).token(uid: uid, sid: sid, nowSeconds: now)
        let named = claims.replacing(
            #""iss":"shipmate","aud":"shipmate""#,
            with: #""iss":"https://game.example","aud":"com.example.game""#)
        #expect(token == signed(header: header, claims: named))
        func isGood(_ issuer: String, _ audience: String) throws -> Bool {
            let names = try #require(TokenNames(issuer: issuer, audience: audience))
            return AccessTokenVerifier(keys: [key.publicKey], names: names)
                .claims(of: token, nowSeconds: now) != nil
        }
        #expect(try isGood("https://game.example", "com.example.game"))
        #expect(try !isGood("https://other.example", "com.example.game"))
        #expect(try !isGood("https://game.example", "com.example"))
        #expect(verifier.claims(of: token, nowSeconds: now) == nil)
    }

    @Test func `of a server before there were names it is good until it expires`() {
        let former = claims.replacing(#""iss":"shipmate","aud":"shipmate","#, with: "")
        let token = signed(header: header, claims: former)
        #expect(verifier.claims(of: token, nowSeconds: now + 899) != nil)
        #expect(verifier.claims(of: token, nowSeconds: now + 900) == nil)
    }

    @Test(arguments: ["", "a b", "a\"b", "a\\b", "\u{e9}", "a\n", String(repeating: "a", count: 201)])
    func `a name that JSON would spell otherwise is none`(name: String) {
        #expect(TokenNames(issuer: name, audience: "a") == nil)
        #expect(TokenNames(issuer: "a", audience: name) == nil)
    }

    @Test func `is checked with the key it names, among several`() {
        let other = SigningKey()
        let both = AccessTokenVerifier(keys: [other.publicKey, key.publicKey])
        #expect(both.claims(of: token, nowSeconds: now) != nil)
        #expect(AccessTokenVerifier(keys: [other.publicKey]).claims(of: token, nowSeconds: now) == nil)
        #expect(AccessTokenVerifier(keys: []).claims(of: token, nowSeconds: now) == nil)
        let parts = token.split(separator: ".")
        let otherHeader = AccessTokenSigner(key: other).token(uid: uid, sid: sid, nowSeconds: now)
            .split(separator: ".")[0]
        #expect(both.claims(of: "\(otherHeader).\(parts[1]).\(parts[2])", nowSeconds: now) == nil)
    }

    @Test(arguments: [
        #"{"alg":"none","typ":"JWT","kid":"KID"}"#, #"{"alg":"HS256","typ":"JWT","kid":"KID"}"#,
        #"{"alg":"eddsa","typ":"JWT","kid":"KID"}"#, #"{"alg":"EdDSA","kid":"KID"}"#,
        #"{"alg":"EdDSA","typ":"JWT"}"#, #"{"typ":"JWT","alg":"EdDSA","kid":"KID"}"#,
        #"{"alg":"EdDSA","typ":"JWT","kid":"other"}"#,
        #"{"alg":"EdDSA","typ":"JWT","kid":"KID","crit":["x"]}"#,
        #"{"alg":"EdDSA","alg":"none","typ":"JWT","kid":"KID"}"#, "", "{}",
    ]) func `refuses every header but ours, even signed`(template: String) {
        let header = template.replacing("KID", with: key.keyID)
        #expect(verifier.claims(of: signed(header: header, claims: claims), nowSeconds: now) == nil)
    }

    @Test(arguments: [
        ("}", #","admin":true}"#), (#"{"iss""#, #"{ "iss""#), (#","aud":"shipmate""#, ""),
        (#""iss":"shipmate","#, ""),
        (#""aud":"shipmate""#, #""aud":["shipmate"]"#), (#""iss":"shipmate""#, #""iss":"shipmates""#),
        ("1760000900", "1760000900.0"),
        ("1760000900", "\"1760000900\""), ("1760000900", "9999999999999"), ("1760000900", "01760000900"),
        ("1760000900", "-1760000900"), ("1760000900", ""), ("00000a", "00000A"), ("00000a", "0000a"),
        ("00000a", "00000g"), ("-7000", "07000"), ("}", ""), ("}", "} "), ("sid", "sis"),
        (#","sid""#, #"","sid""#),
    ]) func `refuses every other spelling of the claims, even signed`(change: (String, String)) {
        let changed = claims.replacing(change.0, with: change.1)
        #expect(changed != claims)
        #expect(verifier.claims(of: signed(header: header, claims: changed), nowSeconds: now) == nil)
    }

    @Test func `refuses other numbers of parts, padding, and what is no token`() {
        let parts = token.split(separator: ".").map(String.init)
        let texts = [
            "", ".", "..", "...", parts[0], "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).",
            "\(token).",
            ".\(token)", "\(token).\(parts[2])", "\(token)=", "\(token)==", " \(token)", "\(token) ",
            "\(parts[0])..\(parts[2])", "\(parts[0]).\(parts[1])=.\(parts[2])",
            "\(parts[0]).\(parts[1]).AAAA",
            "\(parts[0]).\(parts[1]).\(parts[2])A", String(repeating: "a", count: 1_000_000),
            token + String(repeating: "a", count: 1_000_000), "sk_x", "rt_x",
        ]
        for text in texts {
            #expect(verifier.claims(of: text, nowSeconds: now) == nil, "\(text.prefix(500))")
        }
    }

    @Test func `refuses every replacement of one character by another of base64url`() {
        let verifier = verifier
        let refused = Mutations.replacements(in: token).allSatisfy {
            verifier.claims(of: $0, nowSeconds: now) == nil
        }
        #expect(refused)
    }

    @Test func `comes back whole, and is refused after one random change`() {
        var generator = SeededGenerator("access tokens")
        for _ in 0..<300 {
            let uid = UUID()
            let sid = UUID()
            let issuedAt = Int64.random(in: 0...4_000_000_000, using: &generator)
            let token = signer.token(uid: uid, sid: sid, nowSeconds: issuedAt)
            let claims = verifier.claims(of: token, nowSeconds: issuedAt)
            #expect(claims?.uid == uid && claims?.sid == sid && claims?.issuedAtSeconds == issuedAt)
            let mutated = Mutations.one(of: token, using: &generator)
            #expect(verifier.claims(of: mutated, nowSeconds: issuedAt) == nil, "seed \(generator.seed)")
        }
    }
}
