internal import Crypto
internal import FoundationEssentials
package import JSON

/// An install of an app that has a key, and signs calls with it.
package struct TestInstall {
    private let signer: TestIssuer
    private let name: String
    /// As `install_key`.
    package let key: JSONValue

    /// Claims of a proof that differ from those that the call needs.
    package struct Claims {
        package var host = "test"
        package var id = "\(UInt64.random(in: 0 ... .max))"
        /// By how much the clock is wrong.
        package var secondsAhead: Int64 = 0
        package var nonce: String?

        package init() {}
    }

    /// Installs with keys of their own.
    package static func make(_ count: Int) throws -> [TestInstall] {
        let names = (1...count).map { "ec-\($0)" }
        let signer = try TestIssuer(keys: names.joined(separator: " "), sharesKeys: false)
        let keys = try signer.publicKeys()
        return zip(names, keys).map { name, key in
            let members = ["kty", "crv", "x", "y"].map { JSONMember($0, key[$0] ?? .null) }
            return TestInstall(signer: signer, name: name, key: .object(members))
        }
    }

    /// - Parameter token: the one that the call is about; nil at a sign-up.
    package func proof(
        _ method: String, _ path: String, of token: String?, _ claims: Claims = Claims()
    ) throws -> String {
        let now = Int64(Date().timeIntervalSince1970) + claims.secondsAhead
        var members: [JSONMember] = [
            JSONMember("htm", .string(method)), JSONMember("htu", .string("https://\(claims.host)\(path)")),
            JSONMember("jti", .string(claims.id)), JSONMember("iat", .number(Double(now))),
        ]
        if let token {
            let hash = Base64URL.encode(SHA256.hash(Array(token.utf8)))
            members.append(JSONMember("ath", .string(hash)))
        }
        if let nonce = claims.nonce { members.append(JSONMember("nonce", .string(nonce))) }
        let bytes = JSONWriter.bytes(of: JSONValue.object(members))
        var order = TestIssuer.Order(String(decoding: bytes, as: UTF8.self))
        order.key = name
        return try signer.tokens([order])[0]
    }
}
