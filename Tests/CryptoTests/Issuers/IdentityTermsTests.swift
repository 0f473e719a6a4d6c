import Crypto
import Testing

/// What an ID token must say.
@Suite struct IdentityTermsTests {
    private static let terms = IdentityTerms(
        issuers: ["https://a.example", "a.example"], audiences: ["x", "y"])

    private func claims(_ changes: [String: String?] = [:]) -> IdentityClaims? {
        var members: [String: String] = [
            "iss": #""https://a.example""#, "sub": #""ben""#, "aud": #""x""#, "exp": "1000", "iat": "900",
        ]
        for (name, value) in changes { members[name] = value }
        let json = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        return IdentityClaims(json: Array("{\(json)}".utf8))
    }

    private func isTaken(
        _ changes: [String: String?] = [:], nonce: String? = nil, at seconds: Double = 950
    ) -> Bool {
        claims(changes).map { Self.terms.admit($0, nonce: nonce, nowSeconds: seconds) } ?? false
    }

    @Test func `of an issuer, for an audience, in its time`() {
        #expect(isTaken())
        #expect(isTaken(["iss": #""a.example""#]))
        #expect(!isTaken(["iss": #""https://a.example/""#]) && !isTaken(["iss": #""b""#]))
        #expect(isTaken(["aud": #"["z","y"]"#]) && !isTaken(["aud": #"["z"]"#]))
        #expect(!isTaken(["aud": "[]"]) && !isTaken(["aud": #""""#]))
    }

    @Test func `a minute is allowed for clocks, and no more`() {
        #expect(isTaken(at: 1_059) && !isTaken(at: 1_060))
        #expect(isTaken(["iat": "1010"]) && !isTaken(["iat": "1010.5"]))
        #expect(isTaken(["nbf": "1010"]) && !isTaken(["nbf": "1011"]))
        #expect(isTaken(["exp": "1000.5"], at: 1_060.4))
    }

    @Test func `a nonce is compared where one was asked for`() {
        #expect(isTaken(["nonce": #""n""#], nonce: "n") && isTaken(["nonce": #""n""#]))
        #expect(!isTaken(["nonce": #""n""#], nonce: "m") && !isTaken(nonce: "n"))
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat"])
    func `what no token goes without is missed, and its form is`(name: String) {
        #expect(claims([name: nil]) == nil)
        #expect(claims([name: "{}"]) == nil)
        #expect(claims([name: "null"]) == nil)
    }

    @Test func `an e-mail counts as verified where the issuer says so, as a truth or as a text`() {
        let email = #""ben@example.com""#
        #expect(claims(["email": email, "email_verified": "true"])?.isEmailVerified == true)
        #expect(claims(["email": email, "email_verified": #""true""#])?.isEmailVerified == true)
        #expect(claims(["email": email, "email_verified": #""false""#])?.isEmailVerified == false)
        #expect(claims(["email": email])?.isEmailVerified == false)
        #expect(claims(["email": email])?.email == "ben@example.com")
    }

    @Test func `what is said twice is said by nobody`() {
        func read(_ json: String) -> IdentityClaims? { IdentityClaims(json: Array(json.utf8)) }
        let usual = #""iss":"i","sub":"ben","aud":"x","exp":1000,"iat":900"#
        #expect(read("{\(usual)}") != nil && read("{ \(usual.replacing(":", with: " : ")) }") != nil)
        for more in [
            #""sub":"anne""#, #""sub" : "ben""#, #""exp":1000"#, #""more":1,"more":2"#, #""s\u0075b":"anne""#,
            #""\"":1"#,
        ] {
            #expect(read("{\(usual),\(more)}") == nil, "\(more)")
        }
        for more in [
            #""more":{"sub":1,"sub":2}"#, #""more":[{"sub":1},"sub","sub"]"#, #""more":"\"sub\":1""#,
            #""more":"sub","most":"sub""#, #""more":"a\\","most":"b""#,
        ] {
            #expect(read("{\(usual),\(more)}") != nil, "\(more)")
        }
    }

    @Test func `times that can't be are none, and far ones are`() {
        #expect(isTaken(["exp": "1e300"]) && !isTaken(["exp": "-1"]) && !isTaken(["exp": "0.5"]))
        #expect(claims(["exp": "1e999"]) == nil && claims(["exp": #""1000""#]) == nil)
        #expect(claims(["sub": #""a\u0000b""#]) == nil && claims(["sub": #""a\nb""#]) == nil)
    }

    @Test func `a subject has a length`() {
        #expect(claims(["sub": #""""#]) == nil)
        #expect(claims(["sub": "\"\(String(repeating: "a", count: 256))\""]) == nil)
        #expect(claims(["sub": "\"\(String(repeating: "a", count: 255))\""]) != nil)
    }
}
