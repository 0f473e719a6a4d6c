internal import Batching
internal import Postgres
internal import Store
internal import Values

/// An operator's actions on players today, in the programme's time zone, and how many the role may take.
package struct OperatorDay: Equatable, Sendable {
    package let actions: Int64
    package let actionsMax: Int64
}

extension ConsoleService {
    /// Nil where the user has no limit.
    package func day(of user: ConsoleUser) async throws(ConsoleError) -> OperatorDay? {
        guard let id = user.operatorID else { return nil }
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            let clock = context.clock
            return try await context.pool.run(FindOperatorDay(of: id, at: clock.now, in: clock.zone)).first
        }
        return found.map { OperatorDay(actions: $0.actions, actionsMax: $0.most) }
    }

    /// The actions on players that each role may take a day; roles without a limit are left out.
    package func roleLimits() async throws(ConsoleError) -> [OperatorRole: Int64] {
        let found = try await context.call(ConsoleError.self) { () throws(PostgresError) in
            try await context.pool.run(ListRoleLimits())
        }
        let limits = found.compactMap { row in OperatorRole(rawValue: row.role).map { ($0, row.actions) } }
        return Dictionary(uniqueKeysWithValues: limits)
    }
}
