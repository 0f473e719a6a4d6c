internal import Basics

/// Days since 1970-01-01 in UTC. Days that people count are in `ProgrammeZone`.
extension Timestamp {
    private static let microsecondsPerDay = CivilDate.secondsPerDay * 1_000_000

    /// The day that it is on.
    package var day: Int32 { Int32(clamping: microsecondsSince1970.flooredQuotient(Self.microsecondsPerDay)) }

    package init(startOf day: Int32) {
        self.init(microsecondsSince1970: Int64(day) * Self.microsecondsPerDay)
    }
}
