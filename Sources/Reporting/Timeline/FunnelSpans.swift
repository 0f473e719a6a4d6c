internal import Batching
internal import Store
internal import Values

/// From when the funnel's sources are read, behind what is counted of them.
struct FunnelSpans {
    /// Recent rows since the last count are added. If the count is older, such as after an upgrade, they
    /// are not.
    private static let behindSecondsMax: Int64 = 3_600
    private static let sources: [DayCountSource] = [
        .users, .invites, .opens, .arrivals, .friendsSignedUp, .friendsRewarded,
    ]

    /// Of those sources that are read.
    private(set) var read: [DayCountSource: CountedSpan] = [:]
    /// The time up to which all of the funnel is complete.
    private(set) var countedUntil: Timestamp
    /// Whether that is now.
    private(set) var isComplete = true
    /// For those that aren't.
    let none: CountedSpan
    private let starts: [DayCountSource: Timestamp]

    /// - Parameters:
    ///   - known: up to when each is counted; nil for not at all.
    ///   - first: when the first user came; before it nothing was.
    init(_ known: [DayCountSource: Timestamp?], first: Timestamp?, _ clock: DatabaseClock) {
        let now = clock.now
        countedUntil = now
        none = CountedSpan(from: now, until: now, in: clock.zone)
        guard let first else {
            starts = [:]
            return
        }
        starts = Dictionary(
            uniqueKeysWithValues: Self.sources.map { ($0, known[$0].flatMap { $0 } ?? first) })
        for source in Self.sources {
            if starts[source] ?? first > now.adding(seconds: -Self.behindSecondsMax) {
                read[source] = CountedSpan(from: known[source] ?? nil, until: nil, in: clock.zone)
            } else {
                leaveOut(source)
            }
        }
    }

    /// One of which there is too much, or that is far behind: it is complete up to its count alone.
    mutating func leaveOut(_ source: DayCountSource) {
        read[source] = nil
        isComplete = false
        if let start = starts[source] { countedUntil = min(countedUntil, start) }
    }
}
