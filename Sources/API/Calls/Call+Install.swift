internal import Accounts
internal import Crypto
internal import HTTP
internal import JSON

extension Call {
    /// The call as an install signs it.
    ///
    /// - Parameter token: the one that the proof is about; the bearer token by default.
    func signed(by proof: String?, for token: String? = nil) -> SignedCall {
        let head = request.head
        let bearer = request.bearerToken.map { String(decoding: $0, as: UTF8.self) }
        return SignedCall(
            method: head.methodText, host: head.host.map(ProofURI.host) ?? "",
            paths: [head.path, head.sentPath], token: token ?? bearer, proof: proof)
    }
}

/// An install's public key as it is sent.
struct InstallKeyInput {
    private enum KeyType: String { case ec = "EC" }
    private enum Curve: String { case p256 = "P-256" }

    private let x: String
    private let y: String

    static let field = Field(
        optional: "install_key",
        RequestForm(
            "InstallKey", means: "A public key on P-256, as a JSON Web Key (RFC 7517).",
            Field("kty", Codec<KeyType>.choice("EC"), "The kind of key."),
            Field("crv", Codec<Curve>.choice("P-256"), "The curve."),
            Field("x", .string(1...64), "The coordinate in base64url, without padding."),
            Field("y", .string(1...64), "The other coordinate.")
        ) { InstallKeyInput(x: $2, y: $3) },
        """
        The public half of a key that the install keeps in its hardware. It binds the session: refreshing it \
        needs `install_proof`.
        """)

    static let proof = Field(
        optional: "install_proof", .string(1...4_096),
        """
        A JWS (ES256) by the install's key over this call, as in RFC 9449: `htm`, `htu`, `jti`, `iat`, and \
        `ath`, the SHA-256 of the token. Valid for 60 seconds, once.
        """)

    /// For a form that is not a `RequestForm`.
    static var members: [(String, Schema)] {
        (field.properties + proof.properties).map { property in
            (property.name, property.meaning.map(property.schema.means) ?? property.schema)
        }
    }

    /// - Throws: 422 for coordinates that are not a point of the curve.
    func key() throws(Problem) -> InstallKey {
        guard let key = InstallKey(x: x, y: y) else {
            throw .field("/install_key", .invalid, "`x` and `y` are not a point of P-256.")
        }
        return key
    }
}
