import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    private static func change(_ type: ChangeType, _ number: Int?) -> Change {
        Change(type, of: number.map(Sample.uid), at: Sample.now)
    }

    /// Changes of two players and of none, their sequences and listeners, and what an erased one leaves.
    func checkChanges(_ pool: PostgresPool) async throws {
        try await pool.run(KeepChanges(retentionDays: 30))
        var ids = (9_000...9_100).map(Sample.id).makeIterator()
        func record(_ changes: Change...) async throws {
            try await pool.run(RecordChanges(changes) { ids.next()! })
        }
        let before = try #require(try await pool.run(FindLastPosition()).first)
        try await record(
            Self.change(.userCreated, 901), Self.change(.keyCreated, nil), Self.change(.userSignedUp, 901),
            Self.change(.userCreated, 900))
        try await record(
            Self.change(.userErased, 901),
            Change(.userMerged, of: Sample.uid(900), at: Sample.now, .merge(into: Sample.uid(901))))
        let all = try await pool.run(ListChanges(after: before, upTo: .max, types: nil, limit: 10))
        #expect(try await pool.run(FindNextChangeDay(after: before)).first == all.first?.cursor.day)
        #expect(all.map(\.sequence) == [1, nil, 2, 1, 3, 2])
        #expect(all.map(\.cursor.position) == all.map(\.cursor.position).sorted())
        #expect(all.last?.payload.contains(#""last_sequence":2"#) == true)
        let last = try #require(try await pool.run(FindLastPosition()).first)
        #expect(last.position == all.last?.cursor.position)
        let created = try await pool.run(
            ListChanges(
                after: before, upTo: .max, types: ["user.created"], subjects: [Sample.uid(900)], limit: 10))
        #expect(created.map(\.subject) == [Sample.uid(900)])
        let one = try await pool.run(
            ListChangesOfSubject(
                of: Sample.uid(901), after: before, upTo: last.position, types: nil, limit: 2))
        #expect(one.map(\.type) == ["user.created", "user.signed_up"])
        try await pool.run(DeleteChanges(of: Sample.uid(901)))
        let left = try await pool.run(
            ListChangesOfSubject(
                of: Sample.uid(901), after: before, upTo: .max, types: nil, limit: 9))
        #expect(left.map(\.type) == ["user.erased"])
        let open = try #require(try await pool.run(FindOpenTransactions()).first)
        #expect(open.oldestOpen <= open.next)
        let gone = try await pool.run(FindGoneChanges())
        #expect(gone.map(\.position) == [0])
        try await checkListeners(pool, after: last) { ids.next()! }
        try await checkTickets(pool)
    }

    private func checkListeners(
        _ pool: PostgresPool, after last: ChangeCursor, _ makeID: () -> UUID
    ) async throws {
        let types = ChangeTypes([.keyCreated, .rewardPaid])
        let isNew = try await pool.run(RegisterChangeListener("a test", types, forSeconds: 60))
        let isAgain = try await pool.run(RegisterChangeListener("a test", types, forSeconds: 60))
        #expect(isNew == [true] && isAgain == [false])
        #expect(try await pool.run(FindConfirmedPosition("a test")) == [nil])
        try await pool.run(ConfirmChangeListener("a test", afterMilliseconds: 0))
        let confirmed = try await pool.run(FindConfirmedPosition("a test"))
        #expect((confirmed.first ?? nil).map { $0 > last.position } == true)
        let found = try await pool.run(ListChangeListeners()).filter { $0.name == "a test" }
        #expect(found.map(\.types) == [types])
        let changes = [Self.change(.keyCreated, nil), Self.change(.ruleChanged, nil)]
        try await pool.run(RecordListenedChanges(changes, makeID: makeID))
        let listened = try await pool.run(ListChanges(after: last, upTo: .max, types: nil, limit: 9))
        #expect(listened.map(\.type) == ["key.created"])
        _ = try await pool.run(RemoveChangeListener("a test"))
        _ = try await pool.run(RegisterChangeListener("another", types, forSeconds: -1))
        _ = try await pool.run(RemoveExpiredChangeListeners())
        #expect(try await pool.run(ListChangeListeners()).isEmpty as Bool)
        _ = try await pool.run(NotifyChanges())
    }

    private func checkTickets(_ pool: PostgresPool) async throws {
        let first = try await pool.run(UseTicket(Sample.id(9_200), until: Sample.now))
        let second = try await pool.run(UseTicket(Sample.id(9_200), until: Sample.now))
        #expect(first.count == 1 && second.isEmpty)
        try await pool.run(DeleteExpiredTickets())
        let third = try await pool.run(UseTicket(Sample.id(9_200), until: Sample.now))
        #expect(third.count == 1)
    }
}
