internal import Batching
package import Crypto
internal import FoundationEssentials
internal import Store
internal import Values

/// A client's view of a session.
package struct SessionTokens: Equatable, Sendable {
    package let accessToken: String
    package let expiresInSeconds: Int64
    package let refreshToken: String
    package let refreshExpiresInSeconds: Int64
}

/// Makes sessions: the tokens for the client, and the record that is kept of them.
package struct SessionIssuer {
    /// A session that isn't refreshed for this long ends.
    package static let refreshLifetimeSeconds: Int64 = 90 * 24 * 3600
    /// A user who signs in once more can't refresh the one that was used least recently; its access token
    /// lasts its time.
    package static let sessionsPerUserMax: Int64 = 100

    private static let accessLifetimeSeconds = AccessTokenSigner.lifetimeSecondsDefault

    let refreshKey: Subkey
    let installKeys: InstallKeyVault
    private let keyring: Keyring

    package init(keyring: Keyring, root: RootSecret) {
        self.keyring = keyring
        refreshKey = root.subkey(for: .refreshTokens)
        installKeys = InstallKeyVault(root: root)
    }

    /// - Parameters:
    ///   - device: the kind that it is, where that is known.
    ///   - installKey: signs its refreshes; nil for none.
    func open(
        for uid: UserID, sid: UUID, on device: String? = nil, installKey: InstallKey? = nil, at now: Timestamp
    ) -> (record: SessionRecord, tokens: SessionTokens) {
        let refresh = RefreshToken(uid: uid.uuid, sid: sid, key: refreshKey)
        let record = SessionRecord(
            uid: uid, sid: sid, tokenHash: refresh.hash.bytes, createdAt: now, expiresAt: expiry(from: now),
            device: device, installKey: installKey.map { installKeys.encrypt($0, of: uid) })
        return (record, tokens(for: refresh, at: now))
    }

    /// A new access token beside a refresh token of the same session.
    ///
    /// - Parameter generation: of the refresh token, where its owner must have been seen before it is final.
    func tokens(for refresh: RefreshToken, of generation: Int32 = 0, at now: Timestamp) -> SessionTokens {
        let signer = keyring.signer
        return SessionTokens(
            accessToken: signer.token(
                uid: refresh.uid, sid: refresh.sid, generation: generation, nowSeconds: now.secondsSince1970),
            expiresInSeconds: signer.lifetimeSeconds, refreshToken: refresh.text,
            refreshExpiresInSeconds: Self.refreshLifetimeSeconds)
    }

    func expiry(from now: Timestamp) -> Timestamp {
        now.adding(seconds: Self.refreshLifetimeSeconds)
    }

    /// Until when a session's access tokens must be remembered as revoked.
    func revocationExpiry(from now: Timestamp) -> Timestamp {
        now.adding(seconds: Self.accessLifetimeSeconds + 60)
    }
}
