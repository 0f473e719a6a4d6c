package import EventLoops

/// One loop's spans that wait for export, up to a limit; above it new ones are dropped and counted.
package final class Tracer {
    private let sampling: TraceSampling
    private let counts: TraceCounts
    private let spansMax: Int
    private var finished: [FinishedSpan] = []

    init(_ sampling: TraceSampling, _ counts: TraceCounts, spansMax: Int) {
        self.sampling = sampling
        self.counts = counts
        self.spansMax = spansMax
    }

    /// - Parameters:
    ///   - id: the request's, which is its span's id too.
    ///   - isQuiet: whether it is traced for a sampled caller only, such as a probe.
    package func trace(_ id: UInt64, calledBy caller: TraceContext?, isQuiet: Bool) -> RequestTrace? {
        if !(isQuiet && caller == nil), sampling.takes(id, calledBy: caller) {
            return .recorded(id, calledBy: caller)
        }
        return caller.map { .logged(id, calledBy: $0) }
    }

    package func finish(_ span: @autoclosure () -> FinishedSpan) {
        guard finished.count < spansMax else { return counts.drop(1, .queueFull) }
        finished.append(span())
    }

    /// The statements of one round trip, in the order in which they were sent. PostgreSQL answers them
    /// together, so all have the round trip's time.
    ///
    /// - Parameter error: of one statement, or nil for all.
    package func finish(
        statements names: [String], from start: MonotonicInstant,
        failure: (statement: String?, error: String)?
    ) {
        guard let parent = OpenSpan.current, parent.isOpen else { return }
        let now = MonotonicInstant.now
        for name in names {
            let isFailed = failure.map { $0.statement == nil || $0.statement == name } ?? false
            let work = FinishedSpan.Work.statement(
                name: name, roundTrip: names.count, error: isFailed ? failure?.error : nil)
            finish(
                FinishedSpan(
                    parent.context.child(), parent: parent.context, work, from: start, to: now))
            // Those behind it were not run.
            if isFailed, failure?.statement != nil { return }
        }
    }

    func take() -> [FinishedSpan] {
        defer { finished = [] }
        return finished
    }
}
