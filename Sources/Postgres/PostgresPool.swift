package import EventLoops
package import Tracing

/// One loop's connections and those who wait for one. It lives in its loop's isolation, until `close`.
///
/// A task must not hold one connection and wait for another of the same pool: no transaction inside a
/// transaction.
package final class PostgresPool {
    package let configuration: PostgresConfiguration
    /// Nil unless traces are exported.
    package let tracer: Tracer?
    package let loop: EventLoop
    /// Called after each commit of a statement that is announced.
    package var onAnnounced: () -> Void = {}
    /// Called with each of the server's warnings.
    package var onWarning: (ServerWarning) -> Void = { _ in }
    /// The start of each transaction, behind a transaction pooler.
    let transactionSettings: [Query]
    private let rotation: HostRotation
    private var counters = PoolMetrics()
    private var open: [PostgresConnection] = []
    private var idle: [PostgresConnection] = []
    private var inUseCount = 0
    private var waiters = Queue<Waiter>()
    private var waitersDeadline: LoopTimer?
    private var keepers: [Keeper] = []
    private var isClosing = false
    private var closing: Pause?
    private var connectError: PostgresError?

    /// Starts connecting at once; statements sent meanwhile wait.
    package init(
        configuration: PostgresConfiguration, tracer: Tracer? = nil, on loop: isolated EventLoop
    ) throws(PostgresError) {
        self.configuration = configuration
        self.tracer = tracer
        rotation = HostRotation(configuration.parameters)
        transactionSettings = configuration.settingsQuery(ofTransaction: true).map { [$0] } ?? []
        self.loop = loop
        try start(on: loop)
    }

    /// Whether a connection stands.
    package var isReady: Bool { !open.isEmpty && !isClosing }

    package var metrics: PoolMetrics {
        var metrics = counters
        metrics.queueDepth = waiters.count
        metrics.connectionsOpen = open.count
        metrics.connectionsInUse = inUseCount
        return metrics
    }

    /// Lets no more work in, waits for what is under way (`closeMillisecondsMax` at most) and ends all
    /// connections.
    package func close(on loop: isolated EventLoop) async {
        guard !isClosing else { return }
        isClosing = true
        while let waiter = waiters.popFirst() { waiter.finish(.failure(.closed)) }
        for connection in idle { connection.close() }
        idle = []
        for keeper in keepers { keeper.pause.wake() }
        if inUseCount > 0, let pause = try? Pause(on: loop) {
            closing = pause
            await pause.wait(milliseconds: configuration.closeMillisecondsMax)
        }
        for connection in open { connection.close() }
        for keeper in keepers { await keeper.waitUntilDone() }
        keepers = []
    }

    func countRetry() {
        counters.retries += 1
    }
}

extension PostgresPool {
    /// A connection for the caller alone, until `release`.
    ///
    /// - Throws: `.poolExhausted` at once; `.timedOut(.connection)`, or `.cannotConnect` when the pool has
    ///   none at all,
    ///   after `waitMillisecondsMax`; `.closed`.
    func acquire() async throws(PostgresError) -> PostgresConnection {
        guard !isClosing else { throw .closed }
        while let connection = idle.popLast() {
            guard connection.isReusable else { continue }
            inUseCount += 1
            return connection
        }
        guard waiters.count < configuration.waitersMax else {
            counters.rejections += 1
            throw .poolExhausted
        }
        return try await waitForConnection()
    }

    func release(_ connection: PostgresConnection) {
        inUseCount -= 1
        counters.roundTrips += connection.takeRoundTrips()
        if connection.isSilent { giveUpIdle(unheardSince: connection.askedAt) }
        if connection.isReusable && !isClosing {
            offer(connection)
        } else {
            connection.close()
        }
        if isClosing && inUseCount == 0 { closing?.wake() }
    }

    private func waitForConnection() async throws(PostgresError) -> PostgresConnection {
        let since = MonotonicInstant.now
        let waiter = Waiter(deadline: since.adding(milliseconds: configuration.waitMillisecondsMax))
        if waiters.isEmpty {
            waitersDeadline?.start(afterMilliseconds: configuration.waitMillisecondsMax)
        }
        waiters.append(waiter)
        counters.waits += 1
        defer { counters.waitNanoseconds += MonotonicInstant.now.nanoseconds(since: since) }
        return try await waiter.connection()
    }

    private func offer(_ connection: PostgresConnection) {
        guard let waiter = waiters.popFirst() else { return idle.append(connection) }
        inUseCount += 1
        waiter.finish(.success(connection))
    }

    /// All wait equally long, so the first in the queue is the first to give up.
    private func expireWaiters() {
        let now = MonotonicInstant.now
        while let waiter = waiters.first {
            let left = waiter.deadline.milliseconds(since: now)
            guard left <= 0 else {
                waitersDeadline?.start(afterMilliseconds: left + 1)
                return
            }
            _ = waiters.popFirst()
            counters.timeouts += 1
            waiter.finish(.failure(waitError))
        }
    }

    private var waitError: PostgresError {
        guard open.isEmpty, let connectError else { return .timedOut(.connection) }
        return connectError
    }
}

extension PostgresPool {
    private func start(on loop: isolated EventLoop) throws(PostgresError) {
        waitersDeadline = try loopResource { () throws(EventLoopError) in
            try loop.timer { [weak self] in self?.expireWaiters() }
        }
        for _ in 0..<max(1, configuration.connectionsPerLoop) {
            let keeper = Keeper(pause: try Pause(on: loop))
            keepers.append(keeper)
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await keep(keeper, on: loop)
            }
        }
    }

    /// Makes one connection, and makes it again whenever it is lost.
    private func keep(_ keeper: Keeper, on loop: isolated EventLoop) async {
        var backoff = Backoff(milliseconds: configuration.reconnectBackoffMilliseconds)
        while !isClosing {
            do throws(PostgresError) {
                let connection = try await PostgresConnection.connect(
                    configuration, rotation: rotation, on: loop)
                let since = MonotonicInstant.now
                await serve(with: connection)
                // One that is lost right away, as on a server that has no room, must not be made in a spin.
                if MonotonicInstant.now.milliseconds(since: since) > 1_000 { backoff.reset() }
                counters.reconnects += isClosing ? 0 : 1
            } catch {
                connectError = error == .timedOut(.connection) ? .cannotConnect("no answer in time") : error
                counters.connectFailures += 1
            }
            if !isClosing { await keeper.pause.wait(milliseconds: backoff.nextMilliseconds()) }
        }
        keeper.finish()
    }

    /// When one is silent, so are all without a reply since its request, because a living server refuses a
    /// statement before its time limit. A task that took such an idle one would wait as long again.
    private func giveUpIdle(unheardSince asked: MonotonicInstant) {
        let silent = idle.filter { $0.heardAt <= asked }
        idle.removeAll { $0.heardAt <= asked }
        for connection in silent { connection.giveUp() }
    }

    /// Lends the connection out until it is lost.
    private func serve(with connection: PostgresConnection) async {
        guard !isClosing else { return connection.close() }
        connectError = nil
        connection.tracer = tracer
        connection.onWarning = { [weak self] in self?.onWarning($0) }
        open.append(connection)
        offer(connection)
        await connection.waitUntilLost()
        open.removeAll { $0 === connection }
        idle.removeAll { $0 === connection }
    }
}

/// Someone who waits for a connection.
private final class Waiter {
    let deadline: MonotonicInstant
    private let waiting = Waiting()
    private var result: Result<PostgresConnection, PostgresError>?

    init(deadline: MonotonicInstant) {
        self.deadline = deadline
    }

    func connection() async throws(PostgresError) -> PostgresConnection {
        if result == nil { await waiting.wait { result == nil } }
        guard let result else { throw .closed }
        return try result.get()
    }

    func finish(_ result: Result<PostgresConnection, PostgresError>) {
        self.result = result
        waiting.wake()
    }
}

/// The task that holds one connection up.
private final class Keeper {
    let pause: Pause
    private let done = Waiting()
    private var isDone = false

    init(pause: Pause) {
        self.pause = pause
    }

    func finish() {
        isDone = true
        done.wake()
    }

    func waitUntilDone() async {
        if !isDone { await done.wait { !isDone } }
    }
}
