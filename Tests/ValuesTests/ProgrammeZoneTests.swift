import Testing
import Values

/// Days of a zone whose clocks change.
struct ProgrammeZoneTests {
    private static func zone(_ name: String, _ changes: [(String, Int64)]) -> ProgrammeZone {
        ProgrammeZone(
            name: name,
            changes: changes.map { .init(from: RFC3339.parse($0.0)!, offsetSeconds: $0.1) })
    }

    private static let berlin = zone(
        "Europe/Berlin",
        [
            ("1970-01-01T00:00:00Z", 3_600), ("2026-03-29T01:00:00Z", 7_200),
            ("2026-10-25T01:00:00Z", 3_600),
        ])
    /// Its clocks skipped midnight, and showed the last hour of a day twice.
    private static let saoPaulo = zone(
        "America/Sao_Paulo",
        [
            ("1970-01-01T00:00:00Z", -10_800), ("2018-11-04T03:00:00Z", -7_200),
            ("2019-02-17T02:00:00Z", -10_800),
        ])
    /// It had no 30th of December.
    private static let apia = zone(
        "Pacific/Apia", [("1970-01-01T00:00:00Z", -36_000), ("2011-12-30T10:00:00Z", 50_400)])

    private func day(_ text: String) -> Int32 { RFC3339.parse("\(text)T00:00:00Z")!.day }

    @Test(
        arguments: [
            (berlin, "2026-03-28", "2026-03-27T23:00:00.000Z", 24),
            (berlin, "2026-03-29", "2026-03-28T23:00:00.000Z", 23),
            (berlin, "2026-03-30", "2026-03-29T22:00:00.000Z", 24),
            (berlin, "2026-10-25", "2026-10-24T22:00:00.000Z", 25),
            (berlin, "2026-10-26", "2026-10-25T23:00:00.000Z", 24),
            (saoPaulo, "2018-11-03", "2018-11-03T03:00:00.000Z", 24),
            (saoPaulo, "2018-11-04", "2018-11-04T03:00:00.000Z", 23),
            (saoPaulo, "2019-02-16", "2019-02-16T02:00:00.000Z", 25),
            (saoPaulo, "2019-02-17", "2019-02-17T03:00:00.000Z", 24),
            (apia, "2011-12-29", "2011-12-29T10:00:00.000Z", 24),
            (apia, "2011-12-30", "2011-12-30T10:00:00.000Z", 0),
            (apia, "2011-12-31", "2011-12-30T10:00:00.000Z", 24),
            (.utc, "2026-03-29", "2026-03-29T00:00:00.000Z", 24),
        ])
    func `a day begins when clocks there say so, and has its hours`(
        zone: ProgrammeZone, text: String, start: String, hours: Int64
    ) {
        let (from, until) = (zone.start(of: day(text)), zone.start(of: day(text) + 1))
        #expect(RFC3339.format(from) == start)
        #expect(until == from.adding(seconds: hours * 3_600))
        guard hours > 0 else { return }
        #expect(zone.day(of: from) == day(text))
        #expect(zone.day(of: until.adding(microseconds: -1)) == day(text))
        #expect(zone.day(of: from.adding(microseconds: -1)) < day(text))
    }

    @Test(
        arguments: [
            ("2026-03-29T01:59:00Z", "2026-03-29T00:59:00.000Z"),
            // Clocks skip this one.
            ("2026-03-29T02:30:00Z", "2026-03-29T01:30:00.000Z"),
            ("2026-03-29T03:30:00Z", "2026-03-29T01:30:00.000Z"),
            // Clocks show this one twice.
            ("2026-10-25T02:30:00Z", "2026-10-25T00:30:00.000Z"),
            ("2026-10-25T03:00:00Z", "2026-10-25T02:00:00.000Z"),
        ])
    func `a time that clocks skip is as far behind their change, and of two it is the earlier`(
        local: String, time: String
    ) throws {
        #expect(RFC3339.format(Self.berlin.time(local: try #require(RFC3339.parse(local)))) == time)
    }

    @Test func `a time is written with the offset that is valid then`() throws {
        let times = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].compactMap(RFC3339.parse)
        #expect(
            times.map { RFC3339.format($0, in: Self.berlin) } == [
                "2026-10-25T02:30:00.000+02:00", "2026-10-25T02:30:00.000+01:00",
            ])
        #expect(RFC3339.format(times[0], in: Self.saoPaulo) == "2026-10-24T21:30:00.000-03:00")
        #expect(RFC3339.format(times[0], in: .utc) == "2026-10-25T00:30:00.000Z")
        #expect(times.map { RFC3339.parse(RFC3339.format($0, in: Self.berlin)) } == times)
    }
}
