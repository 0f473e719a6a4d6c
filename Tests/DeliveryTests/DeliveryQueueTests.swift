import Delivery
import FoundationEssentials
import Referrals
import Testing
import Values

/// Which changes of a webhook are sent beside each other.
struct DeliveryQueueTests {
    private static let (anne, ben) = (UserID(UUID()), UserID(UUID()))

    private static func change(_ position: Int64, of subject: UserID?) -> StoredChange {
        StoredChange(
            cursor: cursor(position), id: UUID(), type: "level.reached", subject: subject,
            sequence: position, occurredAt: Timestamp(microsecondsSince1970: position), payload: "{}")
    }

    private static func cursor(_ position: Int64) -> ChangeCursor {
        ChangeCursor(position: position, day: 20_000)
    }

    private static func queue(_ changes: [StoredChange], isOrdered: Bool) -> DeliveryQueue {
        var queue = DeliveryQueue(from: cursor(0), isOrdered: isOrdered)
        queue.add(changes, upTo: cursor(9))
        return queue
    }

    /// The positions of all that may be sent now.
    private static func started(_ queue: inout DeliveryQueue) -> [Int64] {
        var positions: [Int64] = []
        while let change = queue.start(mustWait: { _ in false }, setAside: { _ in }) {
            positions.append(change.cursor.position)
        }
        return positions
    }

    @Test func `a change waits for the one of its subject that is under way, and holds up no other`() {
        let changes = [
            Self.change(1, of: Self.anne), Self.change(2, of: Self.anne), Self.change(3, of: Self.ben),
            Self.change(4, of: nil), Self.change(5, of: Self.anne),
        ]
        var queue = Self.queue(changes, isOrdered: true)
        #expect(Self.started(&queue) == [1, 3, 4])
        queue.finish(changes[2])
        #expect(Self.started(&queue) == [])
        queue.finish(changes[0])
        #expect(Self.started(&queue) == [2])
        queue.finish(changes[1])
        #expect(Self.started(&queue) == [5])
    }

    @Test func `without ordering all are sent at once`() {
        let changes = (1...3).map { Self.change($0, of: Self.anne) }
        var queue = Self.queue(changes, isOrdered: false)
        #expect(Self.started(&queue) == [1, 2, 3])
    }

    @Test func `changes of a subject that must wait are set aside`() {
        let changes = [Self.change(1, of: Self.anne), Self.change(2, of: Self.ben)]
        var queue = Self.queue(changes, isOrdered: true)
        var aside: [Int64] = []
        let next = queue.start(mustWait: { $0 == Self.anne }) { aside.append($0.cursor.position) }
        #expect(next?.cursor.position == 2)
        #expect(aside == [1])
    }

    @Test func `it is done up to the oldest change without a result`() {
        let changes = (1...3).map { Self.change($0, of: nil) }
        var queue = Self.queue(changes, isOrdered: false)
        #expect(Self.started(&queue) == [1, 2, 3])
        queue.finish(changes[1])
        queue.leave()
        #expect(queue.done == Self.cursor(0))
        queue.finish(changes[0])
        queue.leave()
        #expect(queue.done == Self.cursor(2))
        queue.finish(changes[2])
        queue.leave()
        // Behind the last there is nothing up to where changes were read.
        #expect(queue.done == Self.cursor(9))
    }
}
