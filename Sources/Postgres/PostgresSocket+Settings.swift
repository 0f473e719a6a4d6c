internal import CLibpq
internal import EventLoops

extension PostgresSocket {
    /// The session's first round trip, before it is used.
    ///
    /// - Throws: `.cannotConnect` when it is refused, `.timedOut(.connection)`.
    func begin(
        with query: Query, until deadline: MonotonicInstant, on loop: isolated EventLoop
    ) async throws(PostgresError) {
        guard send(query) else { throw .cannotConnect(errorText) }
        while PQflush(handle) == 1 { try await wait(for: .write, until: deadline, on: loop) }
        while true {
            while PQisBusy(handle) == 1 {
                try await wait(for: .read, until: deadline, on: loop)
                guard PQconsumeInput(handle) == 1 else { throw .cannotConnect(errorText) }
            }
            guard let result = PQgetResult(handle) else { return }
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw .cannotConnect(errorText) }
        }
    }

    private func send(_ query: Query) -> Bool {
        let count = query.parameters.count
        let binary: Int32 = 1
        return query.parameters.withValues { values, lengths in
            PQsendQueryParams(
                handle, query.sql, Int32(count), query.parameters.types, values, lengths,
                Array(repeating: binary, count: count), binary) == 1
        }
    }

    private func wait(
        for interest: FileWatch.Interest, until deadline: MonotonicInstant, on loop: isolated EventLoop
    ) async throws(PostgresError) {
        let readiness = try Readiness(of: PQsocket(handle), for: interest, on: loop)
        guard await readiness.wait(until: deadline) else { throw .timedOut(.connection) }
    }
}
