/// Something that a player does again and again, such as `races_won`, and that is added up.
package struct Counter: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A user has this many at most.
    package static let countMax = 64
    /// By how much one event may add.
    package static let steps: ClosedRange<Int64> = 1...1_000_000_000
    /// The maximum of a counter.
    package static let sumMax: Int64 = 1_000_000_000_000_000

    package let description: String

    /// Nil unless `text` is `[a-z][a-z0-9_]{0,62}`.
    package init?(_ text: String) {
        guard isName(text) else { return nil }
        description = text
    }

    package static func < (left: Counter, right: Counter) -> Bool {
        left.description < right.description
    }
}

extension Progress {
    mutating func count(_ counter: Counter, by step: Int64) {
        let (sum, overflow) = counters[counter, default: 0].addingReportingOverflow(step)
        counters[counter] = overflow ? .max : sum
    }

    func refusal(of counter: Counter, by step: Int64) -> FactRefusal? {
        guard let sum = counters[counter] else {
            guard counters.count >= Counter.countMax else { return nil }
            return FactRefusal(
                member: "counter", code: "too_many",
                detail: "A user has at most \(Counter.countMax) counters.")
        }
        guard sum > Counter.sumMax - step else { return nil }
        return FactRefusal(
            member: "by", code: "out_of_range", detail: "A counter's maximum is \(Counter.sumMax).")
    }
}

extension UserState {
    package var counters: [Counter: Int64] { progress.counters }
}
