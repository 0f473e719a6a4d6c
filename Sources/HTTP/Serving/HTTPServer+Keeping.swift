internal import EventLoops

/// The memory of a loop's connections, within the limit of all loops.
extension HTTPServer {
    /// So many bytes come and go before the other loops hear of it.
    private static let unpublishedBytesMax = 65_536
    /// The freed bytes after which memory is returned to the system, and the pause between.
    private static let returnBytesMin = 4_194_304
    private static let returnMilliseconds = 1_000

    /// The approximate size of a connection itself.
    private static let connectionBytes = 2_048

    func count(_ now: KeptBytes, insteadOf before: KeptBytes) {
        kept.admitted += now.admitted - before.admitted
        kept.strange += now.strange - before.strange
    }

    /// Frees what is too much. Not to be called while a connection is at work.
    func relieve(on loop: isolated EventLoop) {
        guard abs(kept.all - published) > Self.unpublishedBytesMax else { return }
        publish(on: loop)
    }

    /// Once a sweep, whatever has come and gone.
    func sweepIdle(at now: MonotonicInstant, on loop: isolated EventLoop) {
        publish(on: loop)
        let bytes = kept.all + connections.count * Self.connectionBytes
        keptPeak = max(keptPeak, bytes)
        let hasEbbed = keptPeak > Self.returnBytesMin && bytes < keptPeak / 4
        // Dropped buffers leave holes between the others.
        let isDue = connections.isEmpty || now.milliseconds(since: returnedAt) > Self.returnMilliseconds
        guard isDue, hasEbbed || hasShed else { return }
        keptPeak = bytes
        hasShed = false
        returnedAt = now
        ProcessMemory.giveBack()
    }

    private func publish(on loop: isolated EventLoop) {
        guard let budget else { return }
        guard let excess = tell(budget) else { return }
        shed(excess, budget, on: loop)
        _ = tell(budget)
    }

    private func tell(_ budget: BufferBudget) -> BufferBudget.Excess? {
        published = kept.all
        var told = kept
        told.admitted += connections.count * Self.connectionBytes
        return budget.publish(told, of: budgetIndex)
    }

    /// Unauthenticated ones first, then the largest.
    private func shed(_ excess: BufferBudget.Excess, _ budget: BufferBudget, on loop: isolated EventLoop) {
        let target = kept.all - excess.bytes
        let candidates = connections.filter { $0.canBeShed && !(excess.sparesAdmitted && $0.isAdmitted) }
        let order = candidates.sorted { ($0.kept.strange, $0.kept.all) > ($1.kept.strange, $1.kept.all) }
        for connection in order {
            if kept.all <= target { return }
            connection.shed(on: loop)
            hasShed = true
            budget.countShed()
        }
    }
}
