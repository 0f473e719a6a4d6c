internal import EventLoops

/// When a connection's cached plans are to be made anew.
///
/// A generic plan is made once and kept. One made while a table was empty scans the whole index for each
/// batch, and goes on doing so as the table fills, until something analyzes it: seen, 37 events a second. The
/// planner looks at a table's present size, so that planning again is enough: often while a connection is
/// young, seldom later.
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
