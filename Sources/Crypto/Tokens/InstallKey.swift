/// The public key of an install, on P-256. Its private half does not leave the device.
package struct InstallKey: Equatable, Sendable {
    private let key: PublicKey
    /// Uncompressed: 4, and the two coordinates of 32 bytes.
    package let point: [UInt8]

    /// The members of a JSON Web Key (RFC 7518, section 6.2.1). Nil for coordinates that are not a point of
    /// the curve.
    package init?(x: String, y: String) {
        guard let x = Base64URL.decode(Array(x.utf8)[...]), let y = Base64URL.decode(Array(y.utf8)[...])
        else { return nil }
        self.init(x: x, y: y)
    }

    /// Nil for bytes that `point` has not written.
    package init?(point: [UInt8]) {
        guard point.count == 65, point[0] == 4 else { return nil }
        self.init(x: Array(point[1...32]), y: Array(point[33...]))
    }

    private init?(x: [UInt8], y: [UInt8]) {
        guard let key = PublicKey.p256(x: x, y: y) else { return nil }
        self.key = key
        point = [4] + x + y
    }

    /// The payload of a token that this key has signed; nil for any other.
    func payload(of token: SignedToken) -> [UInt8]? { token.payload(signedBy: key) }
}
