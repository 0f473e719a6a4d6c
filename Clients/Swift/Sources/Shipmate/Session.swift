import Foundation

/// The stored session. A class, because copies of six values in each async function make much code.
final class Session: Sendable {
    enum Kind: String { case anonymous, account }

    let uid: String
    let refreshToken: String
    let accessToken: String
    /// Seconds since 1970, by this device's clock.
    let accessExpiresAt: Double
    /// Sent with the refresh token, and repeated with it.
    let attempt: String?
    let kind: Kind

    init(
        uid: String, refreshToken: String, accessToken: String, accessExpiresAt: Double,
        attempt: String? = nil,
        kind: Kind
    ) {
        (self.uid, self.refreshToken, self.accessToken) = (uid, refreshToken, accessToken)
        (self.accessExpiresAt, self.attempt, self.kind) = (accessExpiresAt, attempt, kind)
    }

    func with(attempt: String? = nil, kind: Kind? = nil) -> Session {
        Session(
            uid: uid, refreshToken: refreshToken, accessToken: accessToken, accessExpiresAt: accessExpiresAt,
            attempt: attempt ?? self.attempt, kind: kind ?? self.kind)
    }

    func expires(within seconds: Double, of now: Date) -> Bool {
        let left = accessExpiresAt - now.timeIntervalSince1970
        return left < seconds
    }
}

extension Session {
    convenience init(stored data: Data) throws {
        guard let json = try? JSON(data), let uid = json["uid"].text,
            let refresh = json["refresh_token"].text,
            let access = json["access_token"].text
        else { throw StoreError("session: not readable") }
        self.init(
            uid: uid, refreshToken: refresh, accessToken: access,
            accessExpiresAt: json["access_expires_at"].real ?? 0,
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
    convenience init(_ reply: JSON, uid: String, kind: Kind, now: Date) throws {
        let tokens = reply["session"]
        self.init(
            uid: uid, refreshToken: try tokens.required("refresh_token"),
            accessToken: try tokens.required("access_token"),
            accessExpiresAt: now.timeIntervalSince1970 + (tokens["expires_in"].real ?? 0), kind: kind)
    }

    /// Of the reply to a sign-up, a sign-in or a first e-mail.
    convenience init(_ reply: JSON, now: Date) throws {
        let user = reply["user"]
        try self.init(
            reply, uid: user.required("uid"), kind: user["is_anonymous"].flag ? .anonymous : .account,
            now: now)
    }
}
