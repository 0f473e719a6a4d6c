public import EventLoops

/// The receiver of a group's results.
@usableFromInline enum CommandWaiter<Reply: Sendable, Refusal: ServiceError> {
    @usableFromInline typealias CommandResult = Result<Reply, Refusal>

    case caller(UnsafeContinuation<[CommandResult], Never>)
    /// A caller whose commands were divided by shard, with the positions of these.
    case part(of: DividedCall<Reply, Refusal>, positions: [Int])

    @inlinable func hear(_ results: [CommandResult]) {
        switch self {
        case .caller(let continuation): continuation.resume(returning: results)
        case .part(let call, let positions): call.hear(results, at: positions)
        }
    }
}

/// A caller who is answered when all groups are that its commands went into.
@usableFromInline final class DividedCall<Reply: Sendable, Refusal: ServiceError> {
    private var results: [Result<Reply, Refusal>?]
    private var groupsLeft: Int
    private let continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>

    init(
        commands: Int, groups: Int, _ continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>
    ) {
        results = Array(repeating: nil, count: commands)
        groupsLeft = groups
        self.continuation = continuation
    }

    @usableFromInline func hear(_ results: [Result<Reply, Refusal>], at positions: [Int]) {
        for (position, result) in zip(positions, results) { self.results[position] = result }
        groupsLeft -= 1
        if groupsLeft == 0 { continuation.resume(returning: self.results.compactMap { $0 }) }
    }
}

extension Submission {
    /// A group for each shard, each in the order in which its commands came.
    @usableFromInline static func parts(
        of commands: [Command], by shard: (Command) -> Int, deadline: MonotonicInstant,
        _ continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>
    ) -> [Submission] {
        guard commands.count > 1 else {
            return [
                Submission(
                    commands, shard: shard(commands[0]), deadline: deadline, for: .caller(continuation))
            ]
        }
        let byShard = Dictionary(grouping: commands.indices) { shard(commands[$0]) }
        let call = DividedCall(commands: commands.count, groups: byShard.count, continuation)
        return byShard.sorted { $0.key < $1.key }.map { shard, positions in
            Submission(
                positions.map { commands[$0] }, shard: shard, deadline: deadline,
                for: .part(of: call, positions: positions))
        }
    }
}
