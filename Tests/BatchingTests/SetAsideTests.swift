import FoundationEssentials
import Testing
import Values

@testable import Batching

@Suite struct SetAsideTests {
    private static let start = Timestamp(microsecondsSince1970: 1_800_000_000_000_000)
    private let setAside = SetAside()
    private let key = SetAside.Key(uid: UserID(UUID()), id: UUID())

    private func fail(_ key: SetAside.Key, at now: Timestamp) -> SetAside.Item? {
        setAside.fail(key, of: .rewards, because: "why", at: now)
    }

    @Test func `pauses double from 10 s to a day`() {
        var (now, pauses): (Timestamp, [Int64]) = (Self.start, [])
        for _ in 0..<17 {
            guard let item = fail(key, at: now) else { return }
            pauses.append((item.retryAt.microsecondsSince1970 - now.microsecondsSince1970) / 1_000_000)
            #expect(item.since == Self.start && item.tries == pauses.count)
            #expect(setAside.waiting(.rewards, at: now) == [key])
            now = item.retryAt
            #expect(setAside.waiting(.rewards, at: now) == [])
        }
        #expect(pauses == (0..<14).map { 10 << $0 } + [86_400, 86_400, 86_400])
    }

    @Test func `what is done is no longer set aside, and other work is not touched`() {
        let other = SetAside.Key(uid: nil, id: UUID())
        _ = fail(key, at: Self.start)
        _ = fail(other, at: Self.start)
        #expect(setAside.succeed(key, of: .merges) == nil)
        #expect(setAside.waiting(.merges, at: Self.start) == [])
        #expect(setAside.succeed(key, of: .rewards)?.reason == "why")
        #expect(setAside.succeed(key, of: .rewards) == nil)
        #expect(setAside.all.map(\.key) == [other] && setAside.counts[.rewards] == 1)
        #expect(
            setAside.warnings == [
                """
                1 of rewards are set aside: they fail, and are tried again at least daily. The log and the \
                console's health page name them.
                """
            ])
    }

    @Test func `what was not tried again when it was due is done otherwise`() {
        _ = fail(key, at: Self.start)
        let due = Self.start.adding(seconds: 10)
        #expect(setAside.waiting(.rewards, at: due.adding(seconds: 599)) == [] && setAside.all.count == 1)
        #expect(setAside.waiting(.rewards, at: due.adding(seconds: 600)) == [] && setAside.all.isEmpty)
    }

    @Test func `of each kind of work 10,000 items are kept`() {
        for _ in 0..<10_000 { _ = fail(SetAside.Key(uid: nil, id: UUID()), at: Self.start) }
        #expect(fail(key, at: Self.start) == nil && setAside.all.count == 10_000)
        #expect(setAside.fail(key, of: .resets, because: "", at: Self.start) != nil)
    }
}
