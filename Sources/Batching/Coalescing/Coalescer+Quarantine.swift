internal import EventLoops
internal import Values

/// Commands of contended users: they wait until they can be done or their callers have waited long enough,
/// one user's at a time, on one connection at most.
extension Coalescer {
    /// Between attempts, so that waiting doesn't keep a connection from others.
    private static var pauseMilliseconds: Int { 20 }

    /// Of the queue; those who wait in vain must leave room for the others.
    private var quarantinedCommandsMax: Int { max(1, limits.queueCommandsMax / 4) }

    func moveToQuarantine(_ group: Submission<Command, Reply, Refusal>, _ position: Int) {
        let command = group.commands[position]
        guard let uid = user(command), quarantine.count < quarantinedCommandsMax, !isClosed else {
            return group.answer(position, .failure(.unavailable))
        }
        quarantine.append(.init(command: command, group: group, position: position), of: uid)
    }

    /// Begins to serve them, unless it already does.
    func drainQuarantine(on loop: isolated EventLoop) {
        guard !isDrainingQuarantine, quarantine.count > 0 else { return }
        isDrainingQuarantine = true
        Task.immediate(priority: EventLoop.taskPriority) {
            while !isClosed, let (uid, items) = quarantine.takeNext(commandsMax: limits.batchCommandsMax) {
                await serve(items, of: uid, on: loop)
            }
            isDrainingQuarantine = false
        }
    }

    private func serve(
        _ items: [QuarantineQueue<Command, Reply, Refusal>.Item], of uid: UserID, on loop: isolated EventLoop
    ) async {
        let deadline = items.map { $0.group.deadline }.max() ?? .now
        var origins = ChangeOrigins()
        for item in items { origins.note(item.group.origin, of: uid) }
        let results = await origins.run {
            await self.results(of: items.map { $0.command }, .isolated, until: deadline, on: loop)
        }
        var waiting: [QuarantineQueue<Command, Reply, Refusal>.Item] = []
        for (item, result) in zip(items, results) {
            if let result = result ?? (isClosed ? .failure(.unavailable) : nil) {
                item.group.answer(item.position, result)
            } else {
                waiting.append(item)
            }
        }
        if waiting.isEmpty { return contended.remove(uid) }
        quarantine.putBack(waiting, of: uid)
        try? await loop.sleep(milliseconds: Self.pauseMilliseconds)
    }
}
