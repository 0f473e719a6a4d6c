import Foundation

/// The stored session.
struct Session: Codable, Sendable, Equatable {
    enum Kind: String, Codable { case anonymous, account }

    var uid: String
    var refreshToken: String
    var accessToken: String
    /// Seconds since 1970, by this device's clock.
    var accessExpiresAt: Double
    /// Sent with the refresh token, and repeated with it.
    var attempt: String?
    var kind: Kind

    func expires(within seconds: Double, of now: Date) -> Bool {
        let left = accessExpiresAt - now.timeIntervalSince1970
        return left < seconds
    }
}

/// A session's tokens as the server sends them.
struct Tokens: Decodable, Sendable {
    let accessToken: String
    let expiresIn: Double
    let refreshToken: String

    func session(uid: String, kind: Session.Kind, now: Date) -> Session {
        Session(
            uid: uid, refreshToken: refreshToken, accessToken: accessToken,
            accessExpiresAt: now.timeIntervalSince1970 + expiresIn, kind: kind)
    }
}

/// The reply to a sign-up, a sign-in or a first e-mail.
struct SessionReply: Decodable, Sendable {
    let user: User
    let session: Tokens

    func session(now: Date) -> Session {
        session.session(uid: user.uid, kind: user.isAnonymous ? .anonymous : .account, now: now)
    }
}
