package import EventLoops
internal import Postgres
internal import Referrals
internal import Store

extension Services {
    /// How often what has expired is looked for.
    private static let pauseMilliseconds = 60_000

    /// Forgets expired sessions, revocations and sign-up keys, on one loop of the process, until its pool
    /// closes.
    package func keepHouse(on loop: isolated EventLoop) async {
        while true {
            guard (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil else { return }
            do throws(PostgresError) {
                try await deleteExpired()
            } catch {
                if error == .closed { return }
            }
        }
    }

    private func deleteExpired() async throws(PostgresError) {
        let now = WallClock.now
        _ = try await pool.run(
            DeleteExpiredSessions(at: now), DeleteExpiredRevocations(at: now),
            DeleteExpiredSignUpKeys(before: now.adding(seconds: -SignUpBatch.keyLifetimeSeconds)))
    }
}
