internal import EventLoops

/// Lets tasks of one loop do something one after the other.
final class Exclusive {
    private var isTaken = false
    private var waiters: [Waiting] = []

    func run<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value
    {
        while isTaken {
            let waiter = Waiting()
            waiters.append(waiter)
            await waiter.wait { isTaken }
        }
        isTaken = true
        defer {
            isTaken = false
            if !waiters.isEmpty { waiters.removeFirst().wake() }
        }
        return try await body()
    }
}
