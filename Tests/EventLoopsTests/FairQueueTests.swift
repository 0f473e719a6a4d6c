import Testing

@testable import EventLoops

@Suite struct FairQueueTests {
    /// `1a` is of member a in group 1, which is another than a in group 2; `1X` and `2X` are of one member.
    private func queue(_ names: String) -> FairQueue<Substring> {
        var queue = FairQueue<Substring>()
        for name in names.split(separator: " ") { queue.append(name, of: key(name)) }
        return queue
    }

    private func key(_ name: Substring) -> FairnessKey {
        let bytes = Array(name.utf8)
        let isOne = name.last?.isUppercase == true
        return FairnessKey(
            group: UInt64(bytes[0]), member: UInt64(bytes[1]) + (isOne ? 0 : UInt64(bytes[0]) << 8))
    }

    private func drained(_ queue: FairQueue<Substring>) -> String {
        var queue = queue
        var names: [Substring] = []
        while let name = queue.removeNext() { names.append(name) }
        return names.joined(separator: " ")
    }

    @Test(
        arguments: [
            ("", ""),
            ("1a 1a 1a", "1a 1a 1a"),
            ("1a 1b 2a", "1a 2a 1b"),
            ("1a 1a 1a 1a 2a 3a", "1a 2a 3a 1a 1a 1a"),
            ("1a 1a 1a 1b 1b 2a 2a", "1a 2a 1b 2a 1a 1b 1a"),
            ("1a 1a 1a 2a 2b 2c", "1a 2a 1a 2b 1a 2c"),
            ("1X 2X 3X 4b 5c", "1X 4b 5c 2X 3X"),
        ])
    func `groups take turns, and the members of each`(names: String, order: String) {
        #expect(drained(queue(names)) == order)
    }

    @Test func `keeps the order of those who come again`() {
        var queue = queue("1a 1a 1a 2a")
        #expect(queue.removeNext() == "1a" && queue.removeNext() == "2a")
        queue.append("2a", of: key("2a"))
        queue.append("3a", of: key("3a"))
        #expect(drained(queue) == "3a 1a 2a 1a")
    }

    @Test(
        arguments: [
            ("1a 2a 3a", "3a"), ("1a 1a 2a", "1a"), ("1a 1b 1a 1b 2a 2a 2a 3a", "1b"),
            ("1a 1b 1c 2a 2a", "1c"), ("2a 1a 1b 2a 1b", "1b"), ("1X 2X 4a 3X 5a", "3X"),
        ])
    func `who has most waiting goes first, and of that the last that came`(names: String, gone: Substring) {
        var queue = queue(names)
        let count = queue.count
        #expect(queue.removeSurplus() == gone && queue.count == count - 1)
    }

    @Test func `of several who have as much waiting the one that was served last goes`() {
        var queue = queue("1a 2b 9z")
        #expect(queue.removeNext() == "1a" && queue.removeNext() == "2b")
        for name in ["1a", "2b", "3c"] as [Substring] { queue.append(name, of: key(name)) }
        #expect(queue.removeSurplus() == "2b" && queue.removeSurplus() == "1a")
    }

    @Test func `remembers no more parties than it must`() {
        var queue = FairQueue<Int>()
        queue.append(-1, of: FairnessKey(group: 0, member: 0))
        for number in 1...20_000 {
            queue.append(number, of: FairnessKey(group: UInt64(number), member: 0))
            _ = queue.removeNext()
        }
        #expect(queue.count == 1 && queue.keysRemembered < 5_000)
    }
}
