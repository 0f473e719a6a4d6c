extension Progress {
    /// Takes over what another player has reached: maxima, unions and sums, as far as one user may have.
    mutating func fold(_ other: Progress) {
        level = max(level, other.level)
        highestLevel = max(highestLevel, other.highestLevel)
        for milestone in other.milestones where milestones.count < Milestone.countMax { reach(milestone) }
        for (counter, sum) in other.counters.sorted(by: { $0.key < $1.key }) {
            guard let own = counters[counter] ?? (counters.count < Counter.countMax ? 0 : nil) else {
                continue
            }
            counters[counter] = min(Counter.sumMax, min(own, Counter.sumMax) + min(sum, Counter.sumMax))
        }
    }
}
