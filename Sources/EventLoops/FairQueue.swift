/// Elements that wait. Groups are served in rotation, and so are members, each over all groups. Many
/// elements of one address or account wait for each other, and few elements of others wait for few.
struct FairQueue<Element> {
    private struct Waiting {
        let key: FairnessKey
        let element: Element
    }

    /// Keys whose last round is remembered at most; beyond it only that of those that wait.
    private static var keysMax: Int { 4096 }

    /// In the order in which they came.
    private var waiting: [Waiting] = []
    private var round = 0
    private var groupRounds: [UInt64: Int] = [:]
    private var memberRounds: [UInt64: Int] = [:]

    var count: Int { waiting.count }
    var keysRemembered: Int { max(groupRounds.count, memberRounds.count) }

    mutating func append(_ element: Element, of key: FairnessKey) {
        waiting.append(Waiting(key: key, element: element))
    }

    /// The first that came of those whose group and member were both served least lately.
    mutating func removeNext() -> Element? {
        guard let next = waiting.indices.min(by: { lastRound($0) < lastRound($1) }) else { return nil }
        let removed = waiting.remove(at: next)
        round += 1
        groupRounds[removed.key.group] = round
        memberRounds[removed.key.member] = round
        if keysRemembered > Self.keysMax || waiting.isEmpty { forget() }
        return removed.element
    }

    /// The last that came of the group or the member that has most waiting; of several, of the one that was
    /// served last.
    mutating func removeSurplus() -> Element? {
        let groups = Dictionary(grouping: waiting, by: \.key.group).mapValues(\.count)
        let members = Dictionary(grouping: waiting, by: \.key.member).mapValues(\.count)
        func share(_ index: Int) -> (Int, Int, Int) {
            let key = waiting[index].key
            let (group, member) = (groups[key.group] ?? 0, members[key.member] ?? 0)
            return (max(group, member), member, lastRound(index).0)
        }
        guard let last = waiting.indices.reversed().max(by: { share($0) < share($1) }) else { return nil }
        return waiting.remove(at: last).element
    }

    private func lastRound(_ index: Int) -> (Int, Int) {
        let key = waiting[index].key
        let (group, member) = (groupRounds[key.group] ?? 0, memberRounds[key.member] ?? 0)
        return (max(group, member), member)
    }

    private mutating func forget() {
        let keys = Set(waiting.map(\.key))
        let groups = Set(keys.map(\.group))
        let members = Set(keys.map(\.member))
        memberRounds = memberRounds.filter { members.contains($0.key) }
        groupRounds = groupRounds.filter { groups.contains($0.key) }
    }
}
