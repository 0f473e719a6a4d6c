package import Batching
package import Crypto
package import EventLoops
package import Postgres
internal import Store

/// The keys with which one loop signs and verifies access tokens. Changes by other processes take effect
/// here too.
package final class Keyring: TableMirror {
    /// A token of an unknown key reloads the keys, unless they were loaded within this time. That limits
    /// the queries that forged tokens can cause.
    private static let lookUpMilliseconds = TokenKeys.leadMilliseconds / 2
    /// How often keys are reloaded without a notification: a retirement sends none.
    private static let pauseMilliseconds = 10_000

    package var mirrored = MirrorState()
    private let pool: PostgresPool
    private let rootKey: RootKey?
    private let clock: DatabaseClock
    private let log: @Sendable (LogLine) -> Void
    private let tokens: TokenCache
    private var keys: TokenKeys
    /// When the last reading that succeeded began; nil before the first.
    private var readAt = MonotonicInstant(nanoseconds: .min)
    private let reading = SharedReading<Void, PostgresError>()

    package init(
        _ keys: TokenKeys, rootKey: RootKey? = nil, pool: PostgresPool, clock: DatabaseClock,
        names: TokenNames = .standard,
        notifications: Notifications,
        log: @escaping @Sendable (LogLine) -> Void, on loop: isolated EventLoop
    ) {
        self.keys = keys.naming(names)
        self.rootKey = rootKey
        self.pool = pool
        self.clock = clock
        self.log = log
        tokens = TokenCache(verifier: self.keys.verifier, entriesMax: 32_768)
        notifications.listen(to: Channels.signingKeys) { [weak self] _ in self?.refresh(on: loop) }
        // It must not keep a service that was closed until its pause ends.
        Task.immediate(priority: EventLoop.taskPriority) { [weak self] in
            while (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil {
                guard await self?.keepUp() == true else { return }
            }
        }
    }

    /// Gets the claims of tokens that this loop accepts: each token once, for as long as it is remembered.
    var onVerified: (AccessClaims) -> Void {
        get { tokens.onVerified }
        set { tokens.onVerified = newValue }
    }

    var signer: AccessTokenSigner { keys.signer(at: .now) }
    /// The JSON of `/.well-known/jwks.json`.
    package var jwks: String { keys.jwks }

    /// The claims of a valid token.
    func claims(of token: ArraySlice<UInt8>) -> AccessClaims? {
        tokens.claims(of: token, nowSeconds: clock.now.secondsSince1970)
    }

    /// The claims of a token that one of the keys signed, expired or not.
    func signedClaims(of token: ArraySlice<UInt8>) -> AccessClaims? {
        keys.verifier.signedClaims(of: String(decoding: token, as: UTF8.self))
    }

    /// Reads the keys for a token that may be of one that isn't known here.
    ///
    /// - Returns: whether it is worth another look at the token.
    func lookUpKey(of token: ArraySlice<UInt8>) async throws(PostgresError) -> Bool {
        guard keys.verifier.lacksKey(of: token) else { return false }
        try await read(since: .now.adding(milliseconds: -Self.lookUpMilliseconds))
        return true
    }

    /// Reads the keys, unless they were read since `time`; one reading serves all who wait for it.
    func read(since time: MonotonicInstant) async throws(PostgresError) {
        while readAt < time { try await reading.value(read) }
    }

    private func read() async throws(PostgresError) {
        let now = MonotonicInstant.now
        try adopt(try await pool.run(ListSigningKeys()))
        readAt = now
    }

    /// If none is left, or one can't be opened, the former keys stay: without any, no user could sign in.
    private func adopt(_ records: [SigningKeyRecord]) throws(PostgresError) {
        let read: TokenKeys?
        do throws(RootKeyRefusal) {
            read = try TokenKeys(records, openedBy: rootKey, after: keys)
        } catch {
            throw .decoding(error.description)
        }
        guard let read else { throw .decoding("signing_keys holds no usable key") }
        guard read.jwks != keys.jwks else { return }
        keys = read
        tokens.replaceVerifier(read.verifier)
    }

    package func read(on loop: isolated EventLoop) async throws(PostgresError) {
        try await read(since: .now)
    }

    /// - Returns: false once the pool is closed.
    private func keepUp() async -> Bool {
        do throws(PostgresError) {
            try await read(since: .now)
        } catch {
            if error == .closed { return false }
            log(LogLine(.warning, "the signing keys could not be read", error.logFields))
        }
        return true
    }
}
