package import Accounts
internal import Crypto
internal import FoundationEssentials
internal import HTTP
package import JSON
package import WebClient

/// An identity provider: keys published by HTTPS, and tokens by PyJWT.
package final class TestIssuer: Sendable {
    package enum Behaviour: String, Sendable {
        case good, away, slow, late, wrong, moved, endless
    }

    /// A token to be made.
    package struct Order {
        package var key = "rsa-1"
        /// A JSON object, signed byte for byte.
        package var claims: String
        /// Another one, put over those that are usual.
        package var headers = "{}"
        /// Another algorithm than the key's: `none`, or `HS256` with the public key as its secret.
        package var how: String?

        package init(_ claims: String) {
            self.claims = claims
        }
    }

    package static let name = "https://issuer.example"
    package static let audience = "the-game"

    /// Of all issuers of the process.
    private static let sharedAuthority = Result { try TestAuthority() }

    private let authority: TestAuthority
    private let outside: OutsideServer

    /// The keys of all issuers of the process: to make one for RSA takes longer than most tests.
    private static let sharedKeys = Result { try TestFolder() }

    private let keys: TestFolder

    /// - Parameters:
    ///   - keys: those that it publishes, as `rsa-1`, `ec-1` or `ok-1` of Ed25519.
    ///   - sharesKeys: false where another issuer must not have a key of the same name.
    package init(keys: String = "rsa-1 ec-1 ok-1", sharesKeys: Bool = true) throws {
        authority = try Self.sharedAuthority.get()
        self.keys = sharesKeys ? try Self.sharedKeys.get() : try TestFolder()
        outside = try OutsideServer(
            PackageResources.issuer_py, [], by: authority,
            files: ["published": keys, "keys": self.keys.path])
    }

    package func publish(_ keys: String) throws {
        try outside.set("published", to: keys)
    }

    package func behave(_ behaviour: Behaviour) throws {
        try outside.set("behaviour", to: behaviour.rawValue)
    }

    /// How often its keys were asked for.
    package var timesAsked: Int { outside.text(of: "asked")?.count ?? 0 }

    /// The public halves of the keys that it publishes.
    package func publicKeys() throws -> [JSONValue] {
        let text = try Shell.output("curl --silent --fail --insecure https://127.0.0.1:\(outside.port)/")
        return try JSONParser.parse(Array(text.utf8))["keys"]?.array ?? []
    }

    /// A token for each, in order.
    package func tokens(_ orders: [Order]) throws -> [String] {
        let list = orders.map { order -> JSONValue in
            [
                "key": .string(order.key), "claims": .string(order.claims),
                "headers": .string(order.headers), "how": order.how.map { .string($0) } ?? .null,
            ]
        }
        let name = "orders-\(UInt64.random(in: 0 ... .max))"
        let bytes = JSONWriter.bytes(of: JSONValue.array(list))
        try outside.set(name, to: String(decoding: bytes, as: UTF8.self))
        let text = try Shell.output(
            """
            curl --silent --show-error --fail --insecure --data-binary @\(outside.folder)/\(name) \
                https://127.0.0.1:\(outside.port)/
            """)
        return text.split(separator: "\n").map(String.init)
    }

    /// As players' apps get them, one for each subject.
    package func tokens(of subjects: [String], by key: String = "rsa-1", _ others: String = "") throws
        -> [String]
    {
        try tokens(
            subjects.map { subject in
                var order = Order(Self.claims(of: subject, others))
                order.key = key
                return order
            })
    }

    package func token(of subject: String, by key: String = "rsa-1", _ others: String = "") throws -> String {
        try tokens(of: [subject], by: key, others)[0]
    }

    /// - Parameter seconds: from now, until its end.
    package static func claims(
        of subject: String, _ others: String = "", lasting seconds: Int64 = 3_600
    ) -> String {
        let now = Int64(Date().timeIntervalSince1970)
        return """
            {"iss":"\(name)","aud":"\(audience)","sub":"\(subject)","iat":\(now - 60),"exp":\(now + seconds)\(others)}
            """
    }

    /// - Parameter addresses: where its keys may be asked for.
    package func provider(
        _ name: String = "ours", isBearer: Bool = false, addresses: AddressFilter = .any
    ) -> IdentityProvider {
        var request = IdentityProvider.request("https://localhost:\(outside.port)/keys")
        request.addresses = addresses
        // Less than a test's handler may take, which is ten seconds.
        request.deadlineMilliseconds = 8_000
        request.connectMillisecondsMax = 8_000
        request.trust = .file(authority.certificate)
        return IdentityProvider(
            name: name, terms: IdentityTerms(issuers: [Self.name], audiences: [Self.audience]),
            keys: .published(request), isBearer: isBearer)
    }
}
