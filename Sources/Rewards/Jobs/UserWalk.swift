internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Goes through all users for a job, page by page, and goes on where the job was left.
struct UserWalk {
    let pool: PostgresPool
    let lease: JobLease
    let pageUsers: Int
    /// How much of the job it is.
    var share = 1.0

    /// Runs `body` with each page; false when the job was lost to another process.
    func run(
        on loop: isolated EventLoop, _ body: ([User]) async throws(PostgresError) -> Void
    ) async throws(PostgresError) -> Bool {
        // The rule itself sees later players.
        guard let last = try await pool.run(FindLastUser()).first else { return true }
        var first: UserID?
        while true {
            let pace = JobPace()
            let (others, page) = try await pool.run(
                CountSessionsAtWork(), WalkUsers(after: lease.job.doneUpTo, upTo: last, limit: pageUsers))
            guard let end = page.last?.uid else { return true }
            try await body(page)
            lease.job.doneUpTo = end
            first = first ?? page.first?.uid
            lease.note(share: share * end.share(from: first ?? end, to: last))
            guard try await lease.renew() else { return false }
            if page.count < pageUsers { return true }
            await pace.rest(beside: others, on: loop)
        }
    }
}

extension UserID {
    /// How far it is from the first to the last: where uids begin with the time, as far as that; where they
    /// are random, as many as that.
    fileprivate func share(from first: UserID, to last: UserID) -> Double {
        let (low, here, high) = (first.uuid.words.high, uuid.words.high, last.uuid.words.high)
        guard high > low, here > low else { return high > low ? 0 : 1 }
        return Double(here - low) / Double(high - low)
    }
}
