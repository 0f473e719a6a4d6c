internal import Batching
internal import EventLoops
internal import Postgres
internal import Values

extension ServiceContext {
    /// As `coalescer`, for batches in which rules decide.
    func decidingCoalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, user: @escaping (Command) -> UserID?,
        mixesShards: @escaping () -> Bool = { false },
        run:
            @escaping ([Command], BatchPatience) async throws(PostgresError) -> Attempt<
                [Result<Reply, Refusal>]
            >
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        try batches(name, on: loop, user: user, mixesShards: mixesShards) {
            commands, patience throws(BatchError<Refusal>) in
            let attempt =
                try await self.batch(Refusal.self) { () throws(PostgresError) in
                    try await run(commands, patience)
                } as Attempt<[Result<Reply, Refusal>]>
            switch attempt {
            case .finished(let outcomes): return outcomes
            case .abandoned(.payeeLocked): throw .locked
            case .abandoned(.budgetShort), .abandoned(.accountFull): throw .conflicted
            }
        }
    }
}
