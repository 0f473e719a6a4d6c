internal import Basics
package import Referrals
package import Values

/// Changes of a webhook that are sent for the first time: those that wait, are under way, or whose result is
/// not yet written, in order.
package struct DeliveryQueue: Sendable {
    /// That wait or are under way.
    private static let openMax = 512
    /// With those that are done while an earlier one is not.
    private static let lengthMax = 50_000

    private enum Step: Sendable {
        case waiting(StoredChange)
        case underWay
        case done
    }

    private var entries: [(cursor: ChangeCursor, step: Step)] = []
    /// All before have left.
    private var head = 0
    /// No entry before it waits.
    private var next = 0
    private var openCount = 0
    /// Up to where changes were read.
    package private(set) var read: ChangeCursor
    private var left: ChangeCursor
    /// Subjects of which a change is under way, where one waits for the other.
    private var busy: Set<UserID> = []
    private let isOrdered: Bool

    package init(from cursor: ChangeCursor, isOrdered: Bool) {
        read = cursor
        left = cursor
        self.isOrdered = isOrdered
    }

    package var room: Int { min(Self.openMax - openCount, Self.lengthMax - (entries.count - head)) }

    package var isEmpty: Bool { openCount == 0 }

    /// When the oldest that isn't done happened.
    package var oldest: Timestamp? {
        for entry in entries[head...] {
            if case .waiting(let change) = entry.step { return change.occurredAt }
        }
        return nil
    }

    package var waitingCount: Int { openCount }

    /// All changes up to here are done.
    package var done: ChangeCursor { head == entries.count ? read : left }

    /// - Parameter end: up to where there is nothing else.
    package mutating func add(_ changes: [StoredChange], upTo end: ChangeCursor) {
        for change in changes { entries.append((change.cursor, .waiting(change))) }
        openCount += changes.count
        read = end
    }

    /// The next change to send, which then is under way.
    ///
    /// - Parameter mustWait: whether a change of that subject is to wait for one that failed; it leaves by
    ///   `setAside` instead.
    package mutating func start(
        mustWait: (UserID) -> Bool, setAside: (StoredChange) -> Void
    ) -> StoredChange? {
        var index = next
        var isFirst = true
        while index < entries.count {
            defer { index += 1 }
            guard case .waiting(let change) = entries[index].step else {
                if isFirst { next = index + 1 }
                continue
            }
            if isOrdered, let subject = change.subject {
                if mustWait(subject) {
                    setAside(change)
                    entries[index].step = .done
                    openCount -= 1
                    if isFirst { next = index + 1 }
                    continue
                }
                guard !busy.contains(subject) else {
                    isFirst = false
                    continue
                }
                busy.insert(subject)
            }
            entries[index].step = .underWay
            if isFirst { next = index + 1 }
            return change
        }
        return nil
    }

    /// The result of a change that was under way is to be written.
    package mutating func finish(_ change: StoredChange) {
        guard let index = index(of: change.cursor.position), case .underWay = entries[index].step else {
            return
        }
        entries[index].step = .done
        openCount -= 1
        if isOrdered, let subject = change.subject { busy.remove(subject) }
    }

    /// Lets go of what is done: its results are written with `done`.
    package mutating func leave() {
        while head < entries.count, case .done = entries[head].step {
            left = entries[head].cursor
            head += 1
        }
        next = max(next, head)
        guard head > 1_024, head * 2 > entries.count else { return }
        entries.removeFirst(head)
        next -= head
        head = 0
    }

    private func index(of position: Int64) -> Int? {
        var (low, high) = (head, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].cursor.position < position { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].cursor.position == position ? low : nil
    }
}
