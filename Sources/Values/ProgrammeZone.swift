internal import Basics

/// The programme's time zone: the day that a time is on, and the time at which a day begins.
///
/// PostgreSQL lists its changes of the offset, so that its days and ours are the same.
package struct ProgrammeZone: Equatable, Sendable {
    /// A time from which another offset is valid.
    package struct Change: Equatable, Sendable {
        let from: Timestamp
        /// East of UTC.
        let offsetSeconds: Int64

        package init(from: Timestamp, offsetSeconds: Int64) {
            (self.from, self.offsetSeconds) = (from, offsetSeconds)
        }
    }

    package static let utc = ProgrammeZone(name: "UTC", changes: [])

    /// Of IANA's database, such as `Europe/Berlin`.
    package let name: String
    /// In the order of their times; the first one is valid before its time, too.
    private let changes: [Change]

    package init(name: String, changes: [Change]) {
        self.name = name
        self.changes = changes
    }

    package var isUTC: Bool { self == .utc }

    /// Since 1970-01-01.
    package func day(of time: Timestamp) -> Int32 { local(time).day }

    /// The first time of the day; where clocks skip midnight it is the time of their change.
    package func start(of day: Int32) -> Timestamp {
        let midnight = Timestamp(startOf: day)
        return readings(of: midnight).first { self.day(of: $0) >= day } ?? midnight
    }

    /// The time that clocks in the zone show, as if they were in UTC.
    package func local(_ time: Timestamp) -> Timestamp { time.adding(seconds: offset(at: time)) }

    /// The time at which clocks in the zone show `local`: the earlier of two. If they skip it, the time as
    /// far behind the change as `local` is.
    package func time(local: Timestamp) -> Timestamp {
        let readings = readings(of: local)
        return readings.first { self.local($0) == local } ?? readings.last ?? local
    }

    /// Seconds east of UTC.
    package func offset(at time: Timestamp) -> Int64 {
        guard !changes.isEmpty else { return 0 }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].from <= time { low = middle + 1 } else { high = middle }
        }
        return changes[max(0, low - 1)].offsetSeconds
    }

    /// With the offsets of the day before and of the day after, the earlier time first.
    private func readings(of local: Timestamp) -> [Timestamp] {
        let around = [-CivilDate.secondsPerDay, CivilDate.secondsPerDay]
        return around.map { local.adding(seconds: -offset(at: local.adding(seconds: $0))) }.sorted()
    }
}

extension RFC3339 {
    /// The local time with its offset: `2026-11-21T13:00:00.000+01:00`; with `Z` in UTC.
    package static func format(_ time: Timestamp, in zone: ProgrammeZone) -> String {
        zone.isUTC ? format(time) : format(zone.local(time)).dropLast() + zone.offsetText(at: time)
    }
}

extension ProgrammeZone {
    /// Such as `+05:30`; seconds of offsets from before time zones are left out.
    package func offsetText(at time: Timestamp) -> String {
        let minutes = abs(offset(at: time)) / 60
        let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
        return (offset(at: time) < 0 ? "-" : "+") + parts.joined(separator: ":")
    }
}
