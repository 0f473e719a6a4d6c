internal import EventLoops
internal import HTTP
internal import JSON

/// One loop's counts of requests. Shared, so that any loop can answer a scrape.
final class ExchangeMetrics: Sendable {
    struct Label: Hashable, Sendable {
        /// The route's pattern; an empty text for requests that found none.
        let pattern: String
        let method: String
        let status: Int
    }

    struct Latency: Sendable {
        static let boundsMilliseconds: [Double] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000]

        /// One bucket a bound and one above the last.
        var counts = [Int](repeating: 0, count: boundsMilliseconds.count + 1)
        var nanoseconds: Int64 = 0

        var requests: Int { counts.reduce(0, +) }

        mutating func add(_ nanoseconds: Int64, to bucket: Int) {
            counts[bucket] += 1
            self.nanoseconds += nanoseconds
        }
    }

    private let state = Locked<[Label: Latency]>([:])

    var snapshot: [Label: Latency] {
        state.withLock { $0 }
    }

    func count(_ exchange: Exchange) {
        let label = Label(
            pattern: exchange.pattern ?? "", method: exchange.method ?? "", status: exchange.status)
        let milliseconds = Double(exchange.durationNanoseconds) / 1_000_000
        let bucket =
            Latency.boundsMilliseconds.firstIndex { milliseconds <= $0 } ?? Latency.boundsMilliseconds.count
        state.withLock {
            $0[label, default: Latency()].add(exchange.durationNanoseconds, to: bucket)
        }
    }
}
