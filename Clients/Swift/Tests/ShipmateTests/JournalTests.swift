import Foundation
import Testing

@testable import Shipmate

@Suite struct JournalTests {
    private let folder = Folder()

    private func journal(_ limits: JournalLimits = JournalLimits()) -> Journal {
        Journal(folder: folder.url, limits: limits)
    }

    private func texts(_ journal: Journal, events: Int = 100, bytes: Int = 1 << 20) async throws -> [String] {
        try await journal.batch(events: events, bytes: bytes).payloads.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func add(_ texts: [String], to journal: Journal) async throws {
        for text in texts { try await journal.append(Data(text.utf8)) }
    }

    @Test func `a record is length, CRC-32 and payload`() async throws {
        try await add(["123456789"], to: journal())
        let bytes = try folder.bytes("events.journal")
        #expect([UInt8](bytes) == [0, 0, 0, 9, 0xcb, 0xf4, 0x39, 0x26] + Array("123456789".utf8))
    }

    @Test func `another journal on the folder goes on where the first stopped`() async throws {
        try await add(["a", "b", "c"], to: journal())
        let second = journal()
        #expect(try await texts(second) == ["a", "b", "c"])
        try await second.acknowledge(second.batch(events: 1, bytes: 100), count: 1)
        #expect(try await texts(journal()) == ["b", "c"])
    }

    @Test func `two journals at the same time share the folder`() async throws {
        let (one, two) = (journal(), journal())
        try await add(["a"], to: one)
        try await add(["b"], to: two)
        try await add(["c"], to: one)
        try await two.acknowledge(two.batch(events: 3, bytes: 100), count: 3)
        try await add(["d"], to: one)
        #expect(try await texts(one) == ["d"])
        #expect(try await texts(two) == ["d"])
    }

    /// The second journal is as long as the first was, and has other records at its offsets.
    @Test(arguments: [3, 5]) func `a journal that another process emptied and filled again is read anew`(
        count: Int
    ) async throws {
        let (one, two) = (journal(), journal())
        try await add(["a", "b", "c"], to: one)
        try await two.acknowledge(two.batch(events: 3, bytes: 100), count: 3)
        let later = (0..<count).map { "later \($0)" }
        try await add(later, to: two)
        #expect(try await texts(one) == later)
        #expect(try await one.summary().torn == 0)
    }

    @Test(arguments: [1, 5, 8]) func `a torn tail is cut off`(missing: Int) async throws {
        try await add(["first", "second"], to: journal())
        let bytes = try folder.bytes("events.journal")
        try bytes.dropLast(missing).write(to: folder.file("events.journal"))
        let again = journal()
        #expect(try await texts(again) == ["first"])
        #expect(try await again.summary().torn == 1)
        try await add(["third"], to: again)
        #expect(try await texts(journal()) == ["first", "third"])
    }

    @Test func `a corrupt record ends the journal, and what precedes it stays`() async throws {
        try await add(["first", "second"], to: journal())
        var bytes = try folder.bytes("events.journal")
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: folder.file("events.journal"))
        #expect(try await texts(journal()) == ["first"])
    }

    @Test func `it is bounded by count and bytes`() async throws {
        var limits = JournalLimits()
        limits.events = 2
        let few = journal(limits)
        try await add(["a", "b"], to: few)
        await #expect(throws: ShipmateError.self) { try await few.append(Data("c".utf8)) }
        #expect(try await texts(few) == ["a", "b"])
        (limits.events, limits.bytes) = (100, 27)
        let small = journal(limits)
        try await add(["c"], to: small)
        await #expect(throws: ShipmateError.self) { try await small.append(Data("d".utf8)) }
    }

    @Test func `acknowledged records go, and the file shrinks`() async throws {
        let journal = journal()
        try await add((0..<10).map { "event \($0)" }, to: journal)
        let whole = try folder.bytes("events.journal").count
        let batch = try await journal.batch(events: 10, bytes: 1 << 20)
        try await journal.acknowledge(batch, count: 4)
        #expect(try folder.bytes("events.journal").count == whole)
        try await journal.acknowledge(journal.batch(events: 6, bytes: 1 << 20), count: 2)
        #expect(try folder.bytes("events.journal").count == whole * 4 / 10)
        #expect(try await texts(self.journal()) == (6..<10).map { "event \($0)" })
        try await journal.acknowledge(journal.batch(events: 6, bytes: 1 << 20), count: 4)
        #expect(try folder.bytes("events.journal").isEmpty)
        #expect(try await journal.summary().events == 0)
    }

    @Test func `a position from before a compaction counts as 0`() async throws {
        try await add(["a", "b"], to: journal())
        try Data("1000 4\n".utf8).write(to: folder.file("events.position"))
        let again = journal()
        #expect(try await texts(again) == ["a", "b"])
        try await add((0..<200).map { "event \($0)" }, to: again)
        #expect(try await journal().summary().events == 202)
    }

    @Test func `a batch has at most so many bytes, and at least one event`() async throws {
        let journal = journal()
        try await add(["aaaa", "bbbb", "cccc"], to: journal)
        #expect(try await texts(journal, bytes: 10) == ["aaaa", "bbbb"])
        #expect(try await texts(journal, bytes: 1) == ["aaaa"])
    }

    @Test func `one of two may send`() async throws {
        let (one, two) = (journal(), journal())
        var lock = try await one.sendingLock()
        #expect(lock != nil)
        #expect(try await two.sendingLock() == nil)
        lock = nil
        #expect(try await two.sendingLock() != nil)
    }

    @Test func `rejected events are kept, the newest 256 KiB`() async throws {
        let journal = journal()
        let payload = Data("{\"id\":\"\(String(repeating: "x", count: 1000))\"}".utf8)
        let rejection = Rejection(id: "x", type: .validation, status: 422)
        for _ in 0..<300 { try await journal.setAside([rejection], payloads: [payload]) }
        let lines = try folder.bytes("events.rejected").split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 100 && lines.count < 260)
        #expect(lines.allSatisfy { (try? JSONSerialization.jsonObject(with: $0)) != nil })
    }
}
