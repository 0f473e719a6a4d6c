internal import Basics
internal import Crypto

/// An invitation as its page shows it, before the operator sets password and second factor.
package struct OperatorInvitation: Equatable, Sendable {
    package let email: String
    package let role: OperatorRole
    /// For an authenticator app, in base32.
    package let secret: String
    /// The same as `otpauth://…`, for a QR code.
    package let uri: String

    static let lifetimeSeconds: Int64 = 24 * 3_600
    private static let issuer = "Shipmate"

    init(email: String, role: OperatorRole, secret: TOTP) {
        self.email = email
        self.role = role
        self.secret = secret.secretText
        let label = "\(Self.issuer):\(Self.encoded(email))"
        uri =
            "otpauth://totp/\(label)?secret=\(self.secret)&issuer=\(Self.issuer)&algorithm=SHA1"
            + "&digits=\(TOTP.digitCount)&period=\(TOTP.stepSeconds)"
    }

    /// Everything but letters, digits and `-._~` as `%XX` (RFC 3986 section 2).
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isAlphanumeric || "-._~".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text([byte]).uppercased()
        }.joined()
    }
}
