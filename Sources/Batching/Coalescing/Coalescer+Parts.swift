public import EventLoops
internal import Values

/// Alternatives for a batch that can't succeed as a whole.
extension Coalescer {
    /// Sends a batch in parts, each command's outcome its own.
    ///
    /// - Parameter error: what the batch as a whole has met; nil where it was not tried.
    @usableFromInline func sendParts(
        of batch: [any CommandGroup], _ commands: [Command],
        after error: BatchError<Refusal>?, on loop: isolated EventLoop
    ) async {
        let deadline = batch.map { $0.deadline }.max() ?? .now
        let outcomes =
            if let error {
                await parts(of: commands, after: error, .normal, until: deadline, on: loop)
            } else {
                await freeOutcomes(of: commands, .normal, until: deadline, on: loop)
            }
        var index = 0
        for group in batch.map(submission) {
            for place in group.commands.indices {
                if let outcome = outcomes[index] {
                    group.settle(place, outcome)
                } else {
                    moveToQuarantine(group, place)
                }
                index += 1
            }
        }
        drainQuarantine(on: loop)
    }

    /// The outcomes of commands that go together; nil for those of blocked users, which have none yet.
    private func freeOutcomes(
        of commands: [Command], _ lockPolicy: LockPolicy, until deadline: MonotonicInstant,
        on loop: isolated EventLoop
    ) async -> [Outcome?] {
        guard lockPolicy != .isolated, !contended.isEmpty else {
            return await outcomes(of: commands, lockPolicy, until: deadline, on: loop)
        }
        let isFree = commands.map { command in user(command).map { !contended.contains($0) } ?? true }
        let free = zip(commands, isFree).filter { $0.1 }.map { $0.0 }
        guard !free.isEmpty else { return commands.map { _ in nil } }
        var outcomes = await outcomes(of: free, lockPolicy, until: deadline, on: loop)[...]
        return isFree.map { $0 ? outcomes.removeFirst() : nil }
    }

    package func outcomes(
        of commands: [Command], _ lockPolicy: LockPolicy, until deadline: MonotonicInstant,
        on loop: isolated EventLoop
    ) async -> [Outcome?] {
        do throws(BatchError<Refusal>) {
            return try await run(commands, lockPolicy)
        } catch {
            return await parts(of: commands, after: error, lockPolicy, until: deadline, on: loop)
        }
    }

    /// Callers don't wait after `deadline`, so nothing is started then.
    private func parts(
        of commands: [Command], after error: BatchError<Refusal>, _ lockPolicy: LockPolicy,
        until deadline: MonotonicInstant, on loop: isolated EventLoop
    ) async -> [Outcome?] {
        if error == .locked, let uid = onlyUser(of: commands) {
            contended.add(uid)
            return commands.map { _ in nil }
        }
        let isOver = error == .unavailable || MonotonicInstant.now > deadline || isClosed
        if !isOver, commands.count > 1 {
            let lockPolicy = error == .locked ? LockPolicy.short : lockPolicy
            let half = commands.count / 2
            let first = await freeOutcomes(
                of: Array(commands[..<half]), lockPolicy, until: deadline, on: loop)
            let second = await freeOutcomes(
                of: Array(commands[half...]), lockPolicy, until: deadline, on: loop)
            return first + second
        }
        if !isOver, error == .conflicted, lockPolicy.allowsSplits {
            return await outcomes(of: commands, .single, until: deadline, on: loop)
        }
        return commands.map { _ in .failure(error.reason) }
    }

    private func onlyUser(of commands: [Command]) -> UserID? {
        guard let first = commands.first.flatMap(user), commands.allSatisfy({ user($0) == first }) else {
            return nil
        }
        return first
    }
}
