package import FoundationEssentials
internal import Values

/// The sessions ended lately, whose access tokens must not pass although their time is not over. One for each
/// loop.
///
/// A session is kept for one to two token lifetimes: by then its last token has expired. With more than
/// `sessionsMax` in one lifetime, the list forgets its members and refuses every token issued until then.
/// That costs all clients a refresh, and only tokens of a server with a fast clock pass.
package final class RevocationList {
    private let lifetimeSeconds: Int64
    private let sessionsMax: Int
    /// Sessions by the lower, random half of their id; 62 bits are enough to tell a million of them apart.
    private var current: Set<UInt64> = []
    private var previous: Set<UInt64> = []
    private var currentSinceSeconds: Int64 = .min
    private var refusedUntilSeconds: Int64 = .min

    /// - Parameters:
    ///   - lifetimeSeconds: how long access tokens are good for.
    ///   - sessionsMax: sessions kept for each lifetime, about 16 bytes each.
    package init(
        lifetimeSeconds: Int64 = AccessTokenSigner.lifetimeSecondsDefault, sessionsMax: Int = 500_000
    ) {
        self.lifetimeSeconds = lifetimeSeconds + AccessTokenVerifier.clockSkewSecondsMax
        self.sessionsMax = sessionsMax
    }

    package var count: Int { current.count + previous.count }

    package func revoke(_ sid: UUID, nowSeconds: Int64) {
        prune(nowSeconds: nowSeconds)
        if current.count >= sessionsMax {
            current = []
            previous = []
            refusedUntilSeconds = nowSeconds
        }
        current.insert(sid.words.low)
    }

    package func isRevoked(_ claims: AccessClaims) -> Bool {
        if claims.issuedAtSeconds <= refusedUntilSeconds { return true }
        let session = claims.sid.words.low
        return current.contains(session) || previous.contains(session)
    }

    /// Forgets what has outlived its tokens; `revoke` does it too, so this is for quiet times.
    package func prune(nowSeconds: Int64) {
        guard nowSeconds >= currentSinceSeconds.addingClamped(lifetimeSeconds) else { return }
        let isPreviousWorthKeeping = nowSeconds < currentSinceSeconds.addingClamped(2 * lifetimeSeconds)
        previous = isPreviousWorthKeeping ? current : []
        current = []
        currentSinceSeconds = nowSeconds
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
