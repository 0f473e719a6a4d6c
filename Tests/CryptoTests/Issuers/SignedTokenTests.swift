import Crypto
import FoundationEssentials
import Testing

/// What a token may look like, and what of a key set is of use.
@Suite struct SignedTokenTests {
    private func text(_ header: String, _ payload: String = "{}", signature: String = "AAAA") -> String {
        [header, payload].map(encoded).joined(separator: ".") + "." + signature
    }

    private func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"HS256"}"#, #"{"alg":"RS384"}"#, #"{"alg":"PS256"}"#,
        #"{"alg":"ES512"}"#, #"{"alg":"rs256"}"#, #"{"alg":["RS256"]}"#, #"{}"#, "[]", "",
        #"{"alg":"RS256","crit":["b64"],"b64":false}"#, #"{"alg":"RS256","crit":[]}"#,
        #"{"alg":"RS256","kid":7}"#,
    ])
    func `a header that isn't of an algorithm here, or wants more, is refused`(header: String) {
        #expect(SignedToken(text(header).utf8) == nil)
    }

    @Test func `where a key is said to be is not looked at`() {
        let header = #"{"alg":"RS256","kid":"a","jku":"https://evil.example/","jwk":{"kty":"oct"},"x5u":1}"#
        let token = SignedToken(text(header).utf8)
        #expect(token?.keyID == "a" && token?.algorithm == .rs256)
    }

    @Test func `three parts of base64url, and no more than so many bytes`() {
        let good = text(#"{"alg":"RS256"}"#)
        #expect(SignedToken(good.utf8) != nil)
        for bad in [
            "", "..", good + ".", good + ".AAAA", String(good.dropLast(4)), good + "=", good + "\n",
            " " + good,
            good.replacing(".", with: ".."), text(#"{"alg":"RS256"}"#, signature: "AB"),
            text(#"{"alg":"RS256"}"#, String(repeating: "a", count: SignedToken.bytesMax)),
        ] {
            #expect(SignedToken(bad.utf8) == nil, "\(bad.prefix(80))")
        }
    }

    private static let p256 =
        #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
    private static let ed25519 =
        #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#

    private func set(_ keys: String...) -> KeySet? {
        KeySet(json: Array(#"{"keys":[\#(keys.map { "{\($0)}" }.joined(separator: ","))]}"#.utf8))
    }

    @Test(arguments: [
        #"\#(p256),"use":"enc""#, #"\#(p256),"key_ops":["sign"]"#, #"\#(p256),"alg":"RS256""#,
        #"\#(p256),"d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI""#,
        #""kty":"oct","k":"AAAA""#,
        #""kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#,
        #""kty":"EC","crv":"P-384","x":"AAAA","y":"AAAA""#, #""kty":"RSA","n":"AQAB","e":"AQAB""#,
        #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUQ""#,
        // Beside the curve.
        p256.replacing("f83O", with: "f83P"),
    ])
    func `a key that signs nothing here is passed over, and a set of such is none`(key: String) {
        #expect(set(key) == nil)
        #expect(set(key, Self.ed25519)?.count == 1)
    }

    @Test func `a token is checked by the key that it names, or by the only one there is`() {
        let both = set(#"\#(Self.p256),"kid":"a""#, #"\#(Self.ed25519),"kid":"b""#)
        #expect(both?.key(named: "a", for: .es256) != nil && both?.key(named: "b", for: .edDSA) != nil)
        // By the algorithm of the key, whatever the token says.
        #expect(both?.key(named: "a", for: .edDSA) == nil && both?.key(named: "c", for: .es256) == nil)
        #expect(both?.key(named: nil, for: .es256) != nil && both?.key(named: nil, for: .rs256) == nil)
        let twice = set(#"\#(Self.p256),"kid":"a""#, #"\#(Self.p256),"kid":"a","use":"sig""#)
        #expect(twice?.key(named: "a", for: .es256) == nil && twice?.key(named: nil, for: .es256) == nil)
        #expect(twice?.has("a") == true && twice?.has("b") == false)
        let one = set(#"\#(Self.p256),"kid":"a""#)
        #expect(both!.hasAll(of: one!) && !one!.hasAll(of: both!))
        #expect(!both!.hasAll(of: set(#"\#(Self.p256),"kid":"c""#)!))
    }

    @Test(arguments: ["", "{}", "[]", #"{"keys":[]}"#, #"{"keys":{}}"#, #"{"keys":[5]}"#])
    func `what is no set is none`(json: String) {
        #expect(KeySet(json: Array(json.utf8)) == nil)
    }
}
