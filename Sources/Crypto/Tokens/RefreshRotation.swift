/// Decides what a presented refresh token gets: rotation with reuse detection (RFC 9700 section 4.14.2).
///
/// A client whose reply was lost presents the previous token. It returns the same successor until that was
/// seen, so that no lost reply costs an account; and for a short grace in any case.
package struct RefreshRotation: Sendable {
    /// The stored session. Times are microseconds since 1970.
    package struct Stored: Sendable, Equatable {
        package let currentHash: SecretHash
        /// The token rotated away last, and when; nil before the first rotation.
        package let previousHash: SecretHash?
        package let rotatedAtMicroseconds: Int64?
        package let expiresAtMicroseconds: Int64
        /// Whether an access token of the current generation was accepted.
        package let isSeen: Bool
        /// Of the attempt that replaced the previous token; nil without one.
        package let attemptHash: SecretHash?

        package init(
            currentHash: SecretHash, previousHash: SecretHash?, rotatedAtMicroseconds: Int64?,
            expiresAtMicroseconds: Int64, isSeen: Bool, attemptHash: SecretHash? = nil
        ) {
            self.currentHash = currentHash
            self.previousHash = previousHash
            self.rotatedAtMicroseconds = rotatedAtMicroseconds
            self.expiresAtMicroseconds = expiresAtMicroseconds
            self.isSeen = isSeen
            self.attemptHash = attemptHash
        }
    }

    package enum Decision: Sendable, Equatable {
        /// Store the successor's hash as current, the presented one's as previous, and the time.
        case rotate(RefreshToken)
        /// The client may have lost the reply: the same successor, and nothing to store.
        case repeatSuccessor(RefreshToken)
        /// A token out of use, which two parties must hold: end the whole session.
        case reuseDetected
        case expired
        /// No such session, or a token that was never ours: refuse, and leave the session alone.
        case unknown
    }

    package static let graceMicroseconds: Int64 = 10_000_000
    /// How far a rotation may seem to lie in the future: a new primary may have another clock. One farther
    /// ahead was made before a clock was set back, at an unknown time.
    package static let aheadMicrosecondsMax: Int64 = 60_000_000

    private let key: Subkey

    package init(key: Subkey) {
        self.key = key
    }

    /// - Parameters:
    ///   - isProved: whether the key of the session's install has signed the call. Such an install gets the
    ///     successor of any token that was ever its own: a restored backup may have an old one.
    ///   - stored: the session in the token; nil if it doesn't exist or was ended.
    ///   - attempt: the client's, which it repeats with a token; nil from clients that send none.
    ///   - now: microseconds since 1970.
    package func decide(
        on token: RefreshToken, attempt: SecretHash? = nil, isProved: Bool = false, stored: Stored?,
        atMicroseconds now: Int64
    ) -> Decision {
        guard let stored else { return .unknown }
        let hash = token.hash
        if isProved, hash != stored.currentHash, token.isGenuine(key: key) {
            let successor = token.successor(key: key)
            guard now < stored.expiresAtMicroseconds else { return .expired }
            return successor.hash == stored.currentHash ? .repeatSuccessor(successor) : .rotate(successor)
        }
        if hash == stored.currentHash {
            return now < stored.expiresAtMicroseconds ? .rotate(token.successor(key: key)) : .expired
        }
        if let previous = stored.previousHash, hash == previous {
            return decideOnPrevious(token, attempt, stored, now)
        }
        return token.isGenuine(key: key) ? .reuseDetected : .unknown
    }

    private func decideOnPrevious(
        _ token: RefreshToken, _ attempt: SecretHash?, _ stored: Stored, _ now: Int64
    ) -> Decision {
        guard now < stored.expiresAtMicroseconds else { return .expired }
        let successor = token.successor(key: key)
        // A change of the password made the current one, beside a refresh that was under way.
        if successor.hash != stored.currentHash, isWithinGrace(stored, now) { return .unknown }
        // A client repeats its attempt with its token, so another attempt is another client's.
        guard attempt == stored.attemptHash, !stored.isSeen || isWithinGrace(stored, now)
        else { return .reuseDetected }
        // They differ only where the database came from another installation.
        return successor.hash == stored.currentHash ? .repeatSuccessor(successor) : .unknown
    }

    private func isWithinGrace(_ stored: Stored, _ now: Int64) -> Bool {
        guard let rotatedAt = stored.rotatedAtMicroseconds else { return false }
        return (-Self.aheadMicrosecondsMax..<Self.graceMicroseconds).contains(now - rotatedAt)
    }
}
