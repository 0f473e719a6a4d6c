internal import EventLoops
internal import Values

/// Commands of blocked users: they wait until they can be done or their callers have waited long enough, one
/// user's at a time, on one connection at most.
extension Coalescer {
    /// Between attempts, so that waiting doesn't keep a connection from others.
    private static var pauseMilliseconds: Int { 20 }

    /// Of the queue; those who wait in vain must leave room for the others.
    private var asideCommandsMax: Int { max(1, limits.queueCommandsMax / 4) }

    func putAside(_ group: Submission<Command, Reply, Refusal>, _ place: Int) {
        let command = group.commands[place]
        guard let uid = user(command), aside.count < asideCommandsMax, !isClosed else {
            return group.settle(place, .failure(.unavailable))
        }
        aside.append(.init(command: command, group: group, place: place), of: uid)
    }

    /// Begins to serve them, unless it already does.
    func serveAside(on loop: isolated EventLoop) {
        guard !isServingAside, aside.count > 0 else { return }
        isServingAside = true
        Task.immediate(priority: EventLoop.taskPriority) {
            while !isClosed, let (uid, items) = aside.takeNext(commandsMax: limits.batchCommandsMax) {
                await serve(items, of: uid, on: loop)
            }
            isServingAside = false
        }
    }

    private func serve(
        _ items: [AsideQueue<Command, Reply, Refusal>.Item], of uid: UserID, on loop: isolated EventLoop
    ) async {
        let deadline = items.map { $0.group.deadline }.max() ?? .now
        let outcomes = await outcomes(of: items.map { $0.command }, .apart, until: deadline, on: loop)
        var waiting: [AsideQueue<Command, Reply, Refusal>.Item] = []
        for (item, outcome) in zip(items, outcomes) {
            if let outcome = outcome ?? (isClosed ? .failure(.unavailable) : nil) {
                item.group.settle(item.place, outcome)
            } else {
                waiting.append(item)
            }
        }
        if waiting.isEmpty { return blocked.remove(uid) }
        aside.putBack(waiting, of: uid)
        try? await loop.sleep(milliseconds: Self.pauseMilliseconds)
    }
}
