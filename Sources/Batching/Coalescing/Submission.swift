public import EventLoops
public import Tracing

/// Commands that one caller submitted together, of one shard if there are shards.
@usableFromInline final class Submission<Command, Reply: Sendable, Refusal: ServiceError>: CommandGroup {
    @usableFromInline let commands: [Command]
    @usableFromInline let shard: Int
    @usableFromInline let deadline: MonotonicInstant
    @usableFromInline var waiter: CommandWaiter<Reply, Refusal>?
    @usableFromInline var submitter: TraceContext?
    @usableFromInline var origin: String?
    /// The results of those that are not in quarantine; nil while all are in flight together.
    @usableFromInline var answers: [Result<Reply, Refusal>?]

    @inlinable init(
        _ commands: [Command], shard: Int = 0, deadline: MonotonicInstant,
        for waiter: CommandWaiter<Reply, Refusal>
    ) {
        self.commands = commands
        self.shard = shard
        self.deadline = deadline
        self.waiter = waiter
        answers = []
    }

    @inlinable var count: Int { commands.count }

    @inlinable var isAnswered: Bool { waiter == nil }

    @inlinable func finish(_ results: [Result<Reply, Refusal>]) {
        waiter?.hear(results)
        waiter = nil
    }

    /// Takes one command's result; the caller waits until each has its own.
    func answer(_ position: Int, _ result: Result<Reply, Refusal>) {
        guard !isAnswered else { return }
        if answers.isEmpty { answers = commands.map { _ in nil } }
        answers[position] = result
        if answers.allSatisfy({ $0 != nil }) { finish(answers.compactMap { $0 }) }
    }

    @usableFromInline func fail() {
        guard answers.isEmpty else { return finish(answers.map { $0 ?? .failure(.unavailable) }) }
        finish(commands.map { _ in .failure(.unavailable) })
    }
}
