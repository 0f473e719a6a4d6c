import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// Tokens that nobody should take, at every door: linking, signing in, and calling with one.
struct ForgedTokenTests {
    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    private static func order(_ claims: String, _ change: (inout TestIssuer.Order) -> Void = { _ in })
        -> TestIssuer.Order
    {
        var order = TestIssuer.Order(claims)
        change(&order)
        return order
    }

    private static func claims(_ members: String...) -> String {
        let times = ["\"iat\":\(now - 60)", "\"exp\":\(now + 3_600)"]
        let names = [#""iss":"\#(TestIssuer.name)""#, #""aud":"\#(TestIssuer.audience)""#, #""sub":"ben""#]
        let all = (names + times).filter { usual in
            !members.contains { $0.prefix { $0 != ":" } == usual.prefix { $0 != ":" } }
        }
        return "{" + (all + members).joined(separator: ",") + "}"
    }

    private static let good = claims()

    /// By the issuer's own keys, and yet no good.
    private static let orders: [TestIssuer.Order] = [
        // Algorithms.
        order(good) { $0.how = "none" }, order(good) { $0.how = "HS256" },
        order(good) { ($0.how, $0.key) = ("HS256", "ec-1") },
        order(good) { $0.how = "RS384" }, order(good) { $0.how = "PS256" },
        // A key that isn't published, under its own name and under another's.
        order(good) { $0.key = "rsa-9" },
        order(good) { ($0.key, $0.headers) = ("rsa-9", #"{"kid":"rsa-1"}"#) },
        order(good) { ($0.key, $0.headers) = ("ec-1", #"{"kid":"rsa-1"}"#) },
        order(good) { $0.headers = #"{"kid":"../../etc/passwd"}"# },
        order(good) { $0.headers = #"{"kid":"' OR 1=1 --"}"# },
        order(good) { $0.headers = #"{"crit":["exp"]}"# },
        // Keys that it brings itself.
        order(good) {
            $0.key = "rsa-9"
            $0.headers =
                #"{"jku":"https://localhost/keys","x5u":"https://localhost/","jwk":{"kty":"oct","k":"AA"}}"#
        },
        // Whose, for whom, when.
        order(claims(#""iss":"https://issuer.example/""#)), order(claims(#""iss":["\#(TestIssuer.name)"]"#)),
        order(claims(#""aud":"another""#)), order(claims(#""aud":["another","third"]"#)),
        order(claims(#""aud":[]"#)), order(claims(#""aud":{"the-game":true}"#)),
        order(claims(#""exp":\#(now - 61)"#)), order(claims(#""exp":-1"#)), order(claims(#""exp":0.5"#)),
        order(claims(#""exp":"\#(now + 60)""#)), order(claims(#""exp":1e999"#)),
        order(claims(#""exp":null"#)),
        order(claims(#""iat":\#(now + 900)"#)), order(claims(#""nbf":\#(now + 900)"#)),
        order(claims(#""iat":null"#)),
        // Whom.
        order(claims(#""sub":"""#)), order(claims(#""sub":7"#)), order(claims(#""sub":null"#)),
        order(claims(#""sub":"a\u0000b""#)),
        order(claims(#""sub":"\#(String(repeating: "x", count: 256))""#)),
        // Things said twice.
        order(claims(#""sub":"ben","sub":"anne""#)), order(claims(#""exp":\#(now + 60),"exp":\#(now + 61)"#)),
        order(claims(#""aud":"another","aud":"\#(TestIssuer.audience)""#)),
        order(claims(#""s\u0075b":"anne""#)),
        order("[]"), order("5"), order(""), order(String(repeating: "[", count: 2_000)),
        order(claims(#""more":"\#(String(repeating: "x", count: 11_500))""#)) { $0.key = "rsa-9" },
    ]

    @Test func `whatever is wrong with a token, it is refused, and nothing is told`() async throws {
        let stranger = try TestIssuer(keys: "rsa-1", sharesKeys: false)
        let start = ContinuousClock.now
        try await IdentityCast.with(isBearer: true) { cast in
            let whole = try cast.issuer.tokens([Self.order(Self.good)])[0]
            let parts = whole.split(separator: ".").map(String.init)
            let broken = [
                "x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "..", whole + "=", whole + ".x", " " + whole,
                "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", whole.replacing(".", with: ".."),
                "\(parts[0]).\(parts[1]).\(parts[2].dropLast(4))",
            ]
            let bad = try cast.issuer.tokens(Self.orders) + stranger.tokens([Self.order(Self.good)]) + broken
            #expect(bad.count == Self.orders.count + 1 + broken.count)
            let ben = try cast.client.signUp()
            for (index, token) in bad.enumerated() {
                let what = "\(index): \(token.prefix(60))"
                let replies = [try cast.link(ben, token), try cast.signIn(token)]
                for reply in replies {
                    #expect(
                        reply.status == 401 && reply.problem == "invalid-id-token", "\(what) \(reply.text)")
                }
                guard token.first != " " else { continue }
                let call = try cast.me(token)
                #expect(call.status == 401 && call.problem == "unauthenticated", "\(what) \(call.text)")
                let made = try cast.make(token)
                #expect(made.status == 401 && made.problem == "unauthenticated", "\(what) \(made.text)")
            }
            let counts = [("identities", "0"), ("external_ids", "0"), ("users", "1")]
            for (table, count) in counts {
                #expect(try cast.server.database.psql("SELECT count(*) FROM \(table)") == count, "\(table)")
            }
            // And the same without a fault.
            expect(try cast.link(ben, whole), 200)
            // However many keys were named that there are not, the issuer was asked once more, and once a minute.
            let minutes = Int((ContinuousClock.now - start) / .seconds(60))
            #expect((2...2 + minutes).contains(cast.issuer.timesAsked))
        }
    }

    /// What isn't usual, and good all the same.
    @Test func `what is only unusual is taken`() async throws {
        try await IdentityCast.with { cast in
            let orders = [
                Self.order(Self.claims(#""aud":["another","\#(TestIssuer.audience)"]"#)),
                Self.order(Self.claims(#""exp":\#(Self.now + 60).75"#)),
                Self.order(Self.claims(#""exp":1e300"#)),
                Self.order(Self.claims(#""exp":\#(Self.now - 5)"#)),
                Self.order(Self.claims(#""iat":\#(Self.now + 30)"#)),
                Self.order(Self.claims(#""more":{"sub":"anne","sub":"carl"}"#)),
                Self.order(Self.good) {
                    $0.headers = #"{"jku":"https://evil.example/","x5u":"https://evil.example/","typ":"x"}"#
                },
            ]
            let ben = try cast.client.signUp()
            for token in try cast.issuer.tokens(orders) { expect(try cast.link(ben, token), 200) }
            let huge = try cast.issuer.tokens([
                Self.order(Self.claims(#""more":"\#(String(repeating: "x", count: 13_000))""#))
            ])[0]
            expectProblem(try cast.link(ben, huge), 422, "validation", mistakes: ["/id_token too_long"])
            #expect(try cast.signIn(huge).status == 413)
        }
    }

    @Test func `a nonce is compared where one was asked for`() async throws {
        try await IdentityCast.with { cast in
            let token = try cast.issuer.token(of: "ben", #","nonce":"n-1""#)
            let without = try cast.issuer.token(of: "ben")
            let ben = try cast.client.signUp()
            expectProblem(try cast.link(ben, token, nonce: "n-2"), 401, "invalid-id-token")
            expectProblem(try cast.link(ben, without, nonce: "n-1"), 401, "invalid-id-token")
            expect(try cast.link(ben, token, nonce: "n-1"), 200)
            expectProblem(try cast.signIn(token, nonce: "N-1"), 401, "invalid-id-token")
            expect(try cast.signIn(token, nonce: "n-1"), 200)
            expect(try cast.signIn(token), 200)
        }
    }
}
