package import Postgres
package import Store

extension PostgresPool {
    /// Does periodic work step by step, unless another process does it now. If this one is killed, another
    /// has the lease within 30 seconds.
    ///
    /// - Parameters:
    ///   - ignoresDueTime: also before it is due.
    ///   - dueAfterSeconds: when it is due again.
    ///   - step: says whether there is more. None follows once another process has taken the lease over.
    package func work(
        under lease: WorkerLease, ignoresDueTime: Bool = true, dueAfterSeconds: Int64 = 0,
        _ step: () async throws(PostgresError) -> Bool
    ) async throws(PostgresError) {
        guard let fencingToken = try await run(AcquireLease(lease, ignoresDueTime: ignoresDueTime)).first
        else { return }
        while try await step() {
            guard try await !run(RenewLease(lease, fencingToken: fencingToken)).isEmpty else { return }
        }
        try await run(ReleaseLease(lease, fencingToken: fencingToken, dueAfterSeconds: dueAfterSeconds))
    }
}
