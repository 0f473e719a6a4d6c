internal import Batching
internal import EventLoops
internal import Postgres
internal import Reporting
internal import Service
internal import Store
internal import Values

/// Has days and leaders counted again from the first player on: servers count from the last count on only.
struct DemoCounts {
    private static let attemptsMax = 120
    private static let pauseMilliseconds = 500

    let session: PostgresSession
    let pool: PostgresPool
    let clock: DatabaseClock

    /// A server that counts meanwhile does part of it.
    func count(on loop: isolated EventLoop) async throws {
        try await session.query(Self.forgetting)
        let began = clock.now.adding(seconds: -90)
        let days = DayCountKeeper(pool: pool, clock: clock, log: { _ in })
        let leaders = LeaderKeeper(pool: pool, clock: clock, log: { _ in })
        for _ in 0..<Self.attemptsMax {
            try await days.round(on: loop)
            try await leaders.round(on: loop)
            if try await isCounted(until: began) { return }
            try await loop.sleep(milliseconds: Self.pauseMilliseconds)
        }
    }

    private func isCounted(until time: Timestamp) async throws -> Bool {
        for source in DayCountSource.allCases {
            guard let counted = try await pool.run(FindCountedUntil(source)).first ?? nil, counted >= time
            else { return false }
        }
        let rows = try await session.query("SELECT count(*) FROM brought_progress WHERE day IS NOT NULL")
        return rows.first?.first == "1"
    }

    /// All that a keeper has derived, in one transaction, so that none adds to a part of it.
    private static let forgetting = """
        BEGIN;
        SELECT FROM day_count_progress FOR UPDATE;
        SELECT FROM brought_progress FOR UPDATE;
        DELETE FROM day_counts;
        UPDATE day_count_progress SET counted_until = '-infinity';
        DELETE FROM brought_days;
        DELETE FROM brought_ranks;
        DELETE FROM brought_sums;
        UPDATE brought_progress SET counted_until = NULL, day = NULL, leaving = NULL, left_uid = NULL,
            left_currency = '';
        COMMIT
        """
}
