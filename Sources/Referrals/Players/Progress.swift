package import Values

/// How far a player has come: what its events have left of it.
///
/// Facts add up: what a few come to from nothing on, added to what was there, is what they come to one by
/// one. So the sum of a batch is kept as a `Progress` too.
package struct Progress: Equatable, Sendable {
    /// 0 before the first.
    package internal(set) var level: Int32
    package internal(set) var highestLevel: Int32
    /// In the order in which they were reached, each once.
    package internal(set) var milestones: [Milestone]
    /// The value of each.
    package internal(set) var counters: [Counter: Int64]

    package init(
        level: Int32 = 0, highestLevel: Int32 = 0, milestones: [Milestone] = [],
        counters: [Counter: Int64] = [:]
    ) {
        self.level = level
        self.highestLevel = highestLevel
        self.milestones = milestones
        self.counters = counters
    }

    /// The sums of each user's events, independent of the user's earlier state.
    package static func sums(of events: [Event]) -> [UserID: Progress] {
        var sums: [UserID: Progress] = [:]
        for event in events { sums[event.key.uid, default: Progress()].add(event.fact) }
        return sums
    }
}
