import Foundation

/// The stored session.
struct Session: Sendable, Equatable {
    enum Kind: String { case anonymous, account }

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

extension Session {
    init(stored data: Data) throws {
        guard let json = try? JSON(data), let uid = json["uid"].text, let refresh = json["refresh_token"].text,
            let access = json["access_token"].text
        else { throw StoreError("session: not readable") }
        self.init(
            uid: uid, refreshToken: refresh, accessToken: access, accessExpiresAt: json["access_expires_at"].real ?? 0,
            attempt: json["attempt"].text, kind: json["kind"].text.flatMap(Kind.init) ?? .anonymous)
    }

    var data: Data {
        get throws {
            var members: [String: JSON] = [
                "uid": .text(uid), "refresh_token": .text(refreshToken), "access_token": .text(accessToken),
                "access_expires_at": .real(accessExpiresAt), "kind": .text(kind.rawValue),
            ]
            members["attempt"] = attempt.map(JSON.text)
            return try JSON.object(members).data
        }
    }

    /// Of the reply to a refresh.
    init(_ reply: JSON, uid: String, kind: Kind, now: Date) throws {
        let tokens = reply["session"]
        self.init(
            uid: uid, refreshToken: try tokens.required("refresh_token"), accessToken: try tokens.required("access_token"),
            accessExpiresAt: now.timeIntervalSince1970 + (tokens["expires_in"].real ?? 0), kind: kind)
    }

    /// Of the reply to a sign-up, a sign-in or a first e-mail.
    init(_ reply: JSON, now: Date) throws {
        let user = reply["user"]
        try self.init(
            reply, uid: user.required("uid"), kind: user["is_anonymous"].flag ? .anonymous : .account, now: now)
    }
}
