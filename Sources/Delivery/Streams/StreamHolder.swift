package import Crypto
internal import FoundationEssentials
package import Values

/// The user of a stream, and the time at which it ends.
package struct StreamHolder: Sendable {
    package let uid: UserID
    /// Of the session's access token; nil for a bearer issuer's.
    package let claims: AccessClaims?
    /// When the token expires.
    package let endsAt: Timestamp

    /// How long a stream of a bearer issuer's token lasts, whose expiry is the issuer's.
    private static let bearerSeconds: Int64 = 900

    package init(_ claims: AccessClaims) {
        uid = UserID(claims.uid)
        self.claims = claims
        endsAt = Timestamp(microsecondsSince1970: claims.expiresAtSeconds * 1_000_000)
    }

    package init(bearerOf uid: UserID, at now: Timestamp) {
        self.uid = uid
        claims = nil
        endsAt = now.adding(seconds: Self.bearerSeconds)
    }

    /// The session whose streams are counted together.
    var session: UUID { claims?.sid ?? uid.uuid }
}
