public import EventLoops

/// The receiver of a group's outcomes.
@usableFromInline enum CommandWaiter<Reply: Sendable, Refusal: ServiceError> {
    @usableFromInline typealias Outcome = Result<Reply, Refusal>

    case caller(UnsafeContinuation<[Outcome], Never>)
    /// A caller whose commands went apart, by shard; these are at `places` of them.
    case part(of: DividedCall<Reply, Refusal>, places: [Int])

    @inlinable func hear(_ outcomes: [Outcome]) {
        switch self {
        case .caller(let continuation): continuation.resume(returning: outcomes)
        case .part(let call, let places): call.hear(outcomes, at: places)
        }
    }
}

/// A caller who is answered when all groups are that its commands went into.
@usableFromInline final class DividedCall<Reply: Sendable, Refusal: ServiceError> {
    private var outcomes: [Result<Reply, Refusal>?]
    private var groupsLeft: Int
    private let continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>

    init(
        commands: Int, groups: Int, _ continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>
    ) {
        outcomes = Array(repeating: nil, count: commands)
        groupsLeft = groups
        self.continuation = continuation
    }

    @usableFromInline func hear(_ outcomes: [Result<Reply, Refusal>], at places: [Int]) {
        for (place, outcome) in zip(places, outcomes) { self.outcomes[place] = outcome }
        groupsLeft -= 1
        if groupsLeft == 0 { continuation.resume(returning: self.outcomes.compactMap { $0 }) }
    }
}

extension Submission {
    /// A group for each shard, each in the order in which its commands came.
    @usableFromInline static func parts(
        of commands: [Command], by place: (Command) -> Int, deadline: MonotonicInstant,
        _ continuation: UnsafeContinuation<[Result<Reply, Refusal>], Never>
    ) -> [Submission] {
        guard commands.count > 1 else {
            let shard = place(commands[0])
            return [Submission(commands, shard: shard, deadline: deadline, for: .caller(continuation))]
        }
        let places = Dictionary(grouping: commands.indices) { place(commands[$0]) }
        let call = DividedCall(commands: commands.count, groups: places.count, continuation)
        return places.sorted { $0.key < $1.key }.map { shard, places in
            Submission(
                places.map { commands[$0] }, shard: shard, deadline: deadline,
                for: .part(of: call, places: places))
        }
    }
}
