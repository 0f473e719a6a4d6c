internal import Basics
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// Answers expired tokens of recently merged players with the surviving account.
///
/// Most such tokens have merely expired. A negative result is cached briefly, so that repeated tries don't
/// cause a query each.
final class MergedPlayers {
    private static let rememberedMilliseconds = 5_000

    private let pool: PostgresPool
    private var others = BoundedCache<UUID, MonotonicInstant>(entriesMax: 4_096)

    init(pool: PostgresPool) {
        self.pool = pool
    }

    /// - Parameter claims: of a token that one of the keys has signed.
    func refusal(of claims: AccessClaims) async throws(AuthenticationError) -> AuthenticationError {
        let now = MonotonicInstant.now
        if let asked = others[claims.uid], now.milliseconds(since: asked) < Self.rememberedMilliseconds {
            return .unauthenticated
        }
        do throws(PostgresError) {
            if let merge = try await pool.run(FindFreshMerge(of: UserID(claims.uid))).first {
                return .merged(into: merge.account)
            }
        } catch {
            throw .unavailable
        }
        others[claims.uid] = now
        return .unauthenticated
    }
}
