import EventLoops
import Postgres
import TestSupport

/// Keeps a row locked, as a transaction under way does, until it is told to let go.
final class RowHold: Sendable {
    private let row: String
    private let state = Locked<(isHeld: Bool, isReleased: Bool)>((false, false))

    /// - Parameter row: a table and a condition.
    init(of row: String) {
        self.row = row
    }

    var isHeld: Bool { state.withLock(\.isHeld) }

    func release() {
        state.withLock { $0.isReleased = true }
    }

    func run(in parameters: ConnectionParameters) async throws {
        let configuration = PostgresConfiguration.patient(parameters)
        try await onLoop { [self] loop in
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            try await session.query("BEGIN; SELECT FROM \(row) FOR UPDATE")
            state.withLock { $0.isHeld = true }
            _ = await eventually { self.state.withLock(\.isReleased) }
        }
    }
}
