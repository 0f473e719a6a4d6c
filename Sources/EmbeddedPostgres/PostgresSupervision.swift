package import EventLoops

/// Keeps the embedded PostgreSQL running while the service serves: one that dies is started again, after a
/// growing pause when it dies at once. The pools reconnect by themselves. Releasing it ends the watch.
package final class PostgresSupervision {
    private static let tickMilliseconds = 200
    private static let pauseMillisecondsMax = 500
    private static let ticksPerLogCheck = 300
    private static let ticksPerFileCheck = 10

    private let postgres: EmbeddedPostgres
    private let leftovers: Leftovers
    private var timer: LoopTimer?
    private var ticks = 0
    private var pauseMilliseconds = 0
    private var startAt: MonotonicInstant?
    private var startedAt = MonotonicInstant.now
    private var isReturnExpected = false

    fileprivate init(_ postgres: EmbeddedPostgres) {
        self.postgres = postgres
        let cluster = postgres.cluster
        leftovers = Leftovers(
            cluster: cluster.directory.cluster, socket: cluster.socket, report: postgres.report)
    }

    fileprivate func start(on loop: isolated EventLoop) throws(EventLoopError) {
        timer = try loop.timer { [weak self] in self?.tick() }
        timer?.start(afterMilliseconds: Self.tickMilliseconds)
    }

    package func stop() {
        timer?.stop()
        timer = nil
    }

    private func tick() {
        defer { timer?.start(afterMilliseconds: Self.tickMilliseconds) }
        ticks += 1
        if ticks % Self.ticksPerLogCheck == 0 { postgres.cluster.boundLog() }
        if ticks % Self.ticksPerFileCheck == 0 { postgres.checkFiles() }
        if let exit = postgres.reap() { plan(after: exit) }
        if let startAt, MonotonicInstant.now >= startAt { startAgain() }
        if isReturnExpected, postgres.isReady {
            isReturnExpected = false
            postgres.report("PostgreSQL is back")
        }
    }

    /// At once the first time; then 400 ms, doubling, for one that doesn't last a minute.
    private func plan(after exit: ChildProcess.Exit) {
        let lasted = MonotonicInstant.now.milliseconds(since: startedAt)
        let isFirst = lasted > 60_000 || pauseMilliseconds == 0
        let pause = isFirst ? 0 : pauseMilliseconds
        pauseMilliseconds = isFirst ? 400 : min(Self.pauseMillisecondsMax, pauseMilliseconds * 2)
        postgres.report(
            "PostgreSQL ended (\(exit)); starting it again" + (pause > 0 ? " in \(pause) ms" : ""))
        startAt = MonotonicInstant.now.adding(milliseconds: pause)
    }

    private func startAgain() {
        // Processes that outlive the first one hold its shared memory: the next tick finds them gone.
        guard leftovers.killStragglers() == nil else { return }
        leftovers.clearFiles()
        startedAt = .now
        startAt = nil
        do {
            try postgres.startAgain()
            isReturnExpected = true
        } catch {
            postgres.report("PostgreSQL can't be started: \(error)")
            startAt = MonotonicInstant.now.adding(milliseconds: pauseMilliseconds)
        }
    }
}

extension EmbeddedPostgres {
    /// Starts PostgreSQL again whenever it dies, from `loop`, without ever blocking it.
    package func supervise(on loop: isolated EventLoop) throws(EventLoopError) -> PostgresSupervision {
        let supervision = PostgresSupervision(self)
        try supervision.start(on: loop)
        return supervision
    }

    /// How PostgreSQL ended, told once; nil while it runs and once `stop` was called.
    fileprivate func reap() -> ChildProcess.Exit? {
        state.withLock { state in
            guard !state.isStopping, let exit = state.child?.poll() else { return nil }
            state.child = nil
            return exit
        }
    }

    fileprivate var isReady: Bool {
        let file = PostmasterFile.read(in: cluster.directory.cluster)
        return file?.isReady == true && file?.pid == pid
    }

    fileprivate func startAgain() throws(EmbeddedPostgresError) {
        try state.withLock { state throws(EmbeddedPostgresError) in
            if state.isStopping { return }
            let files = InstalledFiles(of: cluster.installation)
            state.child = try cluster.start().child
            (state.files, state.warning) = (files, nil)
        }
    }

    /// Says once that what PostgreSQL was started from is there no more. A running one keeps what it has
    /// loaded; only a start takes the new files, all of them.
    fileprivate func checkFiles() {
        let (files, isTold) = state.withLock { ($0.files, $0.warning != nil) }
        guard !isTold, let changed = files.changed else { return }
        let warning =
            "PostgreSQL's files were replaced while it runs, and new connections may fail: restart shipmate"
        report("\(warning) (\(changed))")
        state.withLock { $0.warning = warning }
    }
}
