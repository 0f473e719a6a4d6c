public import EventLoops
internal import Values

/// Alternatives for a batch that can't succeed as a whole.
extension Coalescer {
    /// Sends a batch in parts, with a result for each command.
    ///
    /// - Parameter error: what the batch as a whole has met; nil where it was not tried.
    @usableFromInline func sendParts(
        of batch: [any CommandGroup], _ commands: [Command],
        after error: BatchError<Refusal>?, on loop: isolated EventLoop
    ) async {
        let deadline = batch.map { $0.deadline }.max() ?? .now
        let results =
            if let error {
                await parts(of: commands, after: error, .normal, until: deadline, on: loop)
            } else {
                await freeResults(of: commands, .normal, until: deadline, on: loop)
            }
        var index = 0
        for group in batch.map(submission) {
            for position in group.commands.indices {
                if let result = results[index] {
                    group.answer(position, result)
                } else {
                    moveToQuarantine(group, position)
                }
                index += 1
            }
        }
        drainQuarantine(on: loop)
    }

    /// The results of commands that go together; nil for those of contended users, which have none yet.
    private func freeResults(
        of commands: [Command], _ lockPolicy: LockPolicy, until deadline: MonotonicInstant,
        on loop: isolated EventLoop
    ) async -> [CommandResult?] {
        guard lockPolicy != .isolated, !contended.isEmpty else {
            return await results(of: commands, lockPolicy, until: deadline, on: loop)
        }
        let isFree = commands.map { command in user(command).map { !contended.contains($0) } ?? true }
        let free = zip(commands, isFree).filter { $0.1 }.map { $0.0 }
        guard !free.isEmpty else { return commands.map { _ in nil } }
        var results = await results(of: free, lockPolicy, until: deadline, on: loop)[...]
        return isFree.map { $0 ? results.removeFirst() : nil }
    }

    package func results(
        of commands: [Command], _ lockPolicy: LockPolicy, until deadline: MonotonicInstant,
        on loop: isolated EventLoop
    ) async -> [CommandResult?] {
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
    ) async -> [CommandResult?] {
        if error == .locked, let uid = onlyUser(of: commands) {
            contended.add(uid)
            return commands.map { _ in nil }
        }
        let isOver = error == .unavailable || MonotonicInstant.now > deadline || isClosed
        if !isOver, commands.count > 1 {
            let lockPolicy = error == .locked ? LockPolicy.short : lockPolicy
            let half = commands.count / 2
            let first = await freeResults(
                of: Array(commands[..<half]), lockPolicy, until: deadline, on: loop)
            let second = await freeResults(
                of: Array(commands[half...]), lockPolicy, until: deadline, on: loop)
            return first + second
        }
        if !isOver, error == .conflicted, lockPolicy.allowsSplits {
            return await results(of: commands, .single, until: deadline, on: loop)
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
