internal import FoundationEssentials

/// The claims of an ID token (RFC 7519; OpenID Connect Core 1.0, section 2). Times are seconds since 1970.
package struct IdentityClaims: Sendable, Equatable {
    package let issuer: String
    package let subject: String
    package let audiences: [String]
    package let expiresAtSeconds: Double
    package let notBeforeSeconds: Double?
    package let issuedAtSeconds: Double
    /// When the user signed in with the issuer (`auth_time`); nil where the issuer doesn't say.
    package let authenticatedAtSeconds: Double?
    package let nonce: String?
    package let email: String?
    package let isEmailVerified: Bool

    private static let subjectCharactersMax = 255

    /// Nil where one of those is missing, or of another form, that no token goes without: `iss`, `sub`,
    /// `aud`, `exp` and `iat`; and where something is said twice.
    package init?(json: [UInt8]) {
        guard let claims = try? JSONDecoder().decode(Written.self, from: Data(json)),
            !RepeatedNames.areIn(json),
            (1...Self.subjectCharactersMax).contains(claims.sub.unicodeScalars.count),
            claims.sub.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
            claims.exp.isFinite, claims.iat.isFinite, claims.nbf?.isFinite ?? true,
            claims.authTime?.isFinite ?? true
        else { return nil }
        issuer = claims.iss
        subject = claims.sub
        audiences = claims.aud.all
        expiresAtSeconds = claims.exp
        notBeforeSeconds = claims.nbf
        issuedAtSeconds = claims.iat
        authenticatedAtSeconds = claims.authTime
        nonce = claims.nonce
        email = claims.email
        isEmailVerified = claims.emailVerified?.isTrue ?? false
    }

    private struct Written: Decodable {
        let iss: String
        let sub: String
        let aud: OneOrMore
        let exp: Double
        let iat: Double
        let nbf: Double?
        let authTime: Double?
        let nonce: String?
        let email: String?
        let emailVerified: Truth?

        enum CodingKeys: String, CodingKey {
            case iss, sub, aud, exp, iat, nbf, nonce, email
            case authTime = "auth_time"
            case emailVerified = "email_verified"
        }
    }

    private struct OneOrMore: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let one = try? value.decode(String.self) {
                all = [one]
            } else {
                all = try value.decode([String].self)
            }
        }
    }

    /// Apple writes it as a text.
    private struct Truth: Decodable {
        let isTrue: Bool

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let truth = try? value.decode(Bool.self) {
                isTrue = truth
            } else {
                isTrue = try value.decode(String.self) == "true"
            }
        }
    }
}
