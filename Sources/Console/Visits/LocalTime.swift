internal import Values

/// A time that a browser's field holds: without an offset, in the programme's time zone.
enum LocalTime {
    /// The earlier of two where clocks show it twice; nil for anything else than a time.
    ///
    /// - Parameter text: such as `2026-12-01T00:00`, with or without seconds.
    static func parse(_ text: String, in zone: ProgrammeZone) -> Timestamp? {
        RFC3339.parse(text.count == 16 ? "\(text):00Z" : "\(text)Z").map(zone.time(local:))
    }

    /// The first time of a day.
    ///
    /// - Parameter text: such as `2026-12-01`.
    static func start(ofDay text: String, in zone: ProgrammeZone) -> Timestamp? {
        RFC3339.parse("\(text)T00:00:00Z").map { zone.start(of: $0.day) }
    }
}
