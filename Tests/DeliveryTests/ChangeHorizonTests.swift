import Delivery
import Referrals
import Store
import Testing

/// Up to where changes are complete.
struct ChangeHorizonTests {
    private var horizon = ChangeHorizon()

    private static func at(_ position: Int64) -> ChangeCursor {
        ChangeCursor(position: position, day: 20_000)
    }

    private static func open(_ oldest: Int64, next: Int64) -> OpenTransactions {
        OpenTransactions(oldestOpen: oldest, next: next)
    }

    @Test mutating func `without an open transaction all is complete`() {
        horizon.note(last: Self.at(7), Self.open(100, next: 100))
        #expect(horizon.cursor == Self.at(7))
        #expect(!horizon.isWaiting)
    }

    @Test mutating func `an open transaction may still write an earlier position`() {
        horizon.note(last: Self.at(7), Self.open(98, next: 100))
        #expect(horizon.cursor == .start)
        #expect(horizon.isWaiting)
    }

    @Test mutating func `it moves once those that were open have ended, though others are`() {
        horizon.note(last: Self.at(7), Self.open(98, next: 100))
        horizon.note(last: Self.at(9), Self.open(99, next: 103))
        #expect(horizon.cursor == .start)
        horizon.note(last: Self.at(12), Self.open(100, next: 110))
        #expect(horizon.cursor == Self.at(7))
        #expect(horizon.isWaiting)
        horizon.note(last: Self.at(15), Self.open(110, next: 120))
        #expect(horizon.cursor == Self.at(12))
    }

    @Test mutating func `it waits for none where no position was taken since`() {
        horizon.note(last: Self.at(7), Self.open(100, next: 100))
        horizon.note(last: Self.at(7), Self.open(100, next: 105))
        #expect(!horizon.isWaiting)
    }

    @Test mutating func `it never goes back`() {
        horizon.note(last: Self.at(9), Self.open(100, next: 100))
        horizon.note(last: Self.at(8), Self.open(101, next: 101))
        #expect(horizon.cursor == Self.at(9))
    }
}
