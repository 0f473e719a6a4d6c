/// Elements that wait for their turn: groups take turns, and so do the members of a group. So one that brings
/// many waits for itself, and whoever brings few waits for few.
struct FairQueue<Element> {
    private struct Waiting {
        let party: WorkParty
        let element: Element
    }

    /// Parties whose last turn is remembered at most; beyond it only that of those that wait.
    private static var partiesMax: Int { 4096 }

    /// In the order in which they came.
    private var waiting: [Waiting] = []
    private var turn = 0
    private var groupTurns: [UInt64: Int] = [:]
    private var memberTurns: [WorkParty: Int] = [:]

    var count: Int { waiting.count }
    var partiesRemembered: Int { memberTurns.count }

    mutating func append(_ element: Element, of party: WorkParty) {
        waiting.append(Waiting(party: party, element: element))
    }

    /// The first that came of the member that was served least lately, in the group of which that is true.
    mutating func removeNext() -> Element? {
        guard let next = waiting.indices.min(by: { lastTurn($0) < lastTurn($1) }) else { return nil }
        let removed = waiting.remove(at: next)
        turn += 1
        groupTurns[removed.party.group] = turn
        memberTurns[removed.party] = turn
        if memberTurns.count > Self.partiesMax || waiting.isEmpty { forget() }
        return removed.element
    }

    /// The last that came of the member that has most waiting, in the group that has most.
    mutating func removeSurplus() -> Element? {
        let groups = Dictionary(grouping: waiting, by: \.party.group).mapValues(\.count)
        let members = Dictionary(grouping: waiting, by: \.party).mapValues(\.count)
        func share(_ index: Int) -> (Int, Int) {
            let party = waiting[index].party
            return (groups[party.group] ?? 0, members[party] ?? 0)
        }
        guard let last = waiting.indices.reversed().max(by: { share($0) < share($1) }) else { return nil }
        return waiting.remove(at: last).element
    }

    private func lastTurn(_ index: Int) -> (Int, Int) {
        let party = waiting[index].party
        return (groupTurns[party.group] ?? 0, memberTurns[party] ?? 0)
    }

    private mutating func forget() {
        let parties = Set(waiting.map(\.party))
        let groups = Set(parties.map(\.group))
        memberTurns = memberTurns.filter { parties.contains($0.key) }
        groupTurns = groupTurns.filter { groups.contains($0.key) }
    }
}
