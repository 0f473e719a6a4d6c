public import EventLoops

/// Commands that one caller submitted together, of one shard if there are shards.
@usableFromInline final class Submission<Command, Reply: Sendable, Refusal: ServiceError>: CommandGroup {
    @usableFromInline let commands: [Command]
    @usableFromInline let shard: Int
    @usableFromInline let deadline: MonotonicInstant
    @usableFromInline var waiter: CommandWaiter<Reply, Refusal>?
    /// The outcomes of those that were not set aside; nil while all are in flight together.
    @usableFromInline var settled: [Result<Reply, Refusal>?]

    @inlinable init(
        _ commands: [Command], shard: Int = 0, deadline: MonotonicInstant,
        for waiter: CommandWaiter<Reply, Refusal>
    ) {
        self.commands = commands
        self.shard = shard
        self.deadline = deadline
        self.waiter = waiter
        settled = []
    }

    @inlinable var count: Int { commands.count }

    @inlinable var isAnswered: Bool { waiter == nil }

    @inlinable func finish(_ outcomes: [Result<Reply, Refusal>]) {
        waiter?.hear(outcomes)
        waiter = nil
    }

    /// Takes one command's outcome; the caller waits until each has its own.
    func settle(_ place: Int, _ outcome: Result<Reply, Refusal>) {
        guard !isAnswered else { return }
        if settled.isEmpty { settled = commands.map { _ in nil } }
        settled[place] = outcome
        if settled.allSatisfy({ $0 != nil }) { finish(settled.compactMap { $0 }) }
    }

    @usableFromInline func fail() {
        guard settled.isEmpty else { return finish(settled.map { $0 ?? .failure(.unavailable) }) }
        finish(commands.map { _ in .failure(.unavailable) })
    }
}
