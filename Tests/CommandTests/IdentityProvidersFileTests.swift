import Accounts
import Crypto
import Testing
import WebClient

@testable import shipmate

/// The file that `SHIPMATE_IDENTITY_PROVIDERS` names.
@Suite struct IdentityProvidersFileTests {
    private static let keys =
        #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#

    private func read(_ json: String) -> Result<[IdentityProvider], IdentityProvidersFile.Mistakes> {
        IdentityProvidersFile.read(Array(json.utf8)) {
            ["keys.json", "ca.pem"].contains($0) ? Array(Self.keys.utf8) : nil
        }
    }

    @Test func `Apple and Google need no more than whom their tokens are for`() throws {
        let json = #"{"apple":{"audiences":["com.example.game"]},"google":{"audiences":["a","b"]}}"#
        let providers = try read(json).get()
        #expect(providers.map(\.name) == ["apple", "google"])
        #expect(providers[0].terms.issuers == ["https://appleid.apple.com"])
        #expect(providers[1].terms.issuers == ["https://accounts.google.com", "accounts.google.com"])
        #expect(providers[1].terms.audiences == ["a", "b"])
        guard case .published(let request) = providers[0].keys else { return #expect(Bool(false)) }
        #expect(request.url == "https://appleid.apple.com/auth/keys" && request.addresses == .publicOnly)
    }

    @Test func `any issuer, its keys by an address or a file`() throws {
        let providers = try read(
            """
            {"ours":{"issuer":"https://a.example","jwks":"https://10.0.0.1/k","audiences":["x"],
            "private_addresses":true,"authorities":"ca.pem","bearer":true},
            "kept":{"issuer":"i","jwks":"keys.json","audiences":["x"]}}
            """
        ).get()
        guard case .published(let request) = providers[0].keys, case .kept = providers[1].keys else {
            return #expect(Bool(false))
        }
        #expect(request.addresses == .any && request.trust == .file("ca.pem"))
        #expect(providers.map(\.isBearer) == [true, false])
    }

    @Test func `two bearer issuers are refused unless both declare shares_ids`() throws {
        func two(_ first: String, _ second: String) -> String {
            #"{"a":{"issuer":"i","jwks":"keys.json","audiences":["x"],"bearer":true\#(first)},"#
                + #""b":{"issuer":"j","jwks":"keys.json","audiences":["x"],"bearer":true\#(second)}}"#
        }
        let shares = #","shares_ids":true"#
        #expect(try read(two(shares, shares)).get().count == 2)
        for (first, second, count) in [("", "", 2), (shares, "", 1)] {
            guard case .failure(let mistakes) = read(two(first, second)) else {
                Issue.record("two bearers were taken")
                continue
            }
            #expect(mistakes.all.count == count)
            #expect(mistakes.all.last?.hasPrefix("/b/bearer: Another provider") == true)
        }
    }

    @Test func `every mistake is named`() {
        let json = #"""
            {"A B":{"audiences":[]},"ours":{"issuer":1,"jwks":"http://a.example","audience":["x"]},
            "kept":{"issuer":"i","jwks":"none.json","audiences":["x"],"bearer":"yes"},"apple":5,
            "google":{"audiences":["x"],"authorities":"none.pem"}}
            """#
        guard case .failure(let mistakes) = read(json) else { return #expect(Bool(false)) }
        for part in [
            "/A B/issuer: A provider's name", "/A B/audiences: ", "/A B/jwks: Required",
            "/ours/issuer: A string",
            "/ours/jwks: An address must", "/ours/audience: ", "/ours/audiences: Required",
            "/kept/jwks: The file", "/kept/bearer: ", "/google/authorities: The file",
            "/apple: An object",
        ] {
            #expect(mistakes.all.contains { $0.hasPrefix(part) }, "\(part) of \(mistakes.all)")
        }
        for none in ["", "[]", "5"] {
            guard case .failure = read(none) else { return #expect(Bool(false)) }
        }
    }
}
