/// Elements that wait for their turn. Groups take turns, and so do members, each over all groups: many
/// elements of one address or account wait for each other, and few elements of others wait for few.
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
    private var memberTurns: [UInt64: Int] = [:]

    var count: Int { waiting.count }
    var partiesRemembered: Int { max(groupTurns.count, memberTurns.count) }

    mutating func append(_ element: Element, of party: WorkParty) {
        waiting.append(Waiting(party: party, element: element))
    }

    /// The first that came of those whose group and member were both served least lately.
    mutating func removeNext() -> Element? {
        guard let next = waiting.indices.min(by: { lastTurn($0) < lastTurn($1) }) else { return nil }
        let removed = waiting.remove(at: next)
        turn += 1
        groupTurns[removed.party.group] = turn
        memberTurns[removed.party.member] = turn
        if partiesRemembered > Self.partiesMax || waiting.isEmpty { forget() }
        return removed.element
    }

    /// The last that came of the group or the member that has most waiting; of several, of the one that was
    /// served last.
    mutating func removeSurplus() -> Element? {
        let groups = Dictionary(grouping: waiting, by: \.party.group).mapValues(\.count)
        let members = Dictionary(grouping: waiting, by: \.party.member).mapValues(\.count)
        func share(_ index: Int) -> (Int, Int, Int) {
            let party = waiting[index].party
            let (group, member) = (groups[party.group] ?? 0, members[party.member] ?? 0)
            return (max(group, member), member, lastTurn(index).0)
        }
        guard let last = waiting.indices.reversed().max(by: { share($0) < share($1) }) else { return nil }
        return waiting.remove(at: last).element
    }

    private func lastTurn(_ index: Int) -> (Int, Int) {
        let party = waiting[index].party
        let (group, member) = (groupTurns[party.group] ?? 0, memberTurns[party.member] ?? 0)
        return (max(group, member), member)
    }

    private mutating func forget() {
        let parties = Set(waiting.map(\.party))
        let groups = Set(parties.map(\.group))
        let members = Set(parties.map(\.member))
        memberTurns = memberTurns.filter { members.contains($0.key) }
        groupTurns = groupTurns.filter { groups.contains($0.key) }
    }
}
