import EventLoops
import Postgres
import Store
import TestSupport
import Testing
import Values

/// Days as Swift counts them are days as PostgreSQL counts them.
struct TimeZoneTests {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia",
        "Asia/Kathmandu", "Africa/Cairo", "Africa/Casablanca",
    ]) func `each hour of twenty-four years is on the same day`(_ name: String) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool { pool, _ in
                let isKnown = try await pool.run(HasTimeZone(name)).first
                #expect(isKnown == true)
                let zone = ProgrammeZone(name: name, changes: try await pool.run(ListZoneChanges(of: name)))
                let hours = try database.psql(
                    """
                    SELECT extract(epoch FROM t)::bigint || ' '
                        || ((t AT TIME ZONE '\(name)')::date - '1970-01-01'::date)
                    FROM generate_series('2007-01-01 00:30Z'::timestamptz, '2031-01-01Z', interval '1 hour') AS t
                    """
                ).split(separator: "\n")
                #expect(hours.count > 200_000)
                var wrong: [Substring] = []
                for hour in hours {
                    let parts = hour.split(separator: " ").compactMap { Int64($0) }
                    let time = Timestamp(microsecondsSince1970: parts[0] * 1_000_000)
                    if zone.day(of: time) != parts[1] { wrong.append(hour) }
                    if zone.start(of: Int32(parts[1])) > time { wrong.append(hour) }
                }
                #expect(wrong.isEmpty, "\(wrong.prefix(3))")
            }
        }
    }

    @Test(arguments: ["Europe/Berln", "europe/berlin", "CET+1", "", "+01:00"])
    func `a zone has an exact name`(_ name: String) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool { pool, _ in
                let isKnown = try await pool.run(HasTimeZone(name)).first
                #expect(isKnown == false)
            }
        }
    }
}
