internal import EventLoops

/// When a connection's cached plans are to be made anew.
///
/// A generic plan is made once and kept. A plan from the time of an empty table scans the whole index for
/// each batch while the table fills, until something analyzes it (37 events a second were measured). The
/// planner uses a table's present size, so planning again is enough: often while a connection is young,
/// seldom later.
struct PlanRefresh {
    private static let pauseMilliseconds = 1_000...600_000

    private var pause = Self.pauseMilliseconds.lowerBound
    private var due: MonotonicInstant

    init(at now: MonotonicInstant) {
        due = now.adding(milliseconds: pause)
    }

    /// True once each pause, which doubles to ten minutes.
    mutating func isDue(at now: MonotonicInstant) -> Bool {
        guard now >= due else { return false }
        pause = min(pause * 2, Self.pauseMilliseconds.upperBound)
        due = now.adding(milliseconds: pause)
        return true
    }
}

extension Query {
    static let discardPlans = Query(name: "DiscardPlans", sql: "DISCARD PLANS")
}
