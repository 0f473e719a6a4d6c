package import FoundationEssentials
package import Postgres
package import Values

/// The actions on players that a role may take on one day; roles without a limit are left out.
package struct ListRoleLimits: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT role, actions_per_day::bigint FROM role_limits"

    package init() {}

    package static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (role: String, actions: Int64) {
        (role: try row.read(), actions: try row.read())
    }
}

/// An operator's actions on players on a day of the programme's time zone, and how many the role may take;
/// nothing without a limit.
package struct FindOperatorDay: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT coalesce(d.actions, 0)::bigint, l.actions_per_day::bigint
        FROM operators AS o JOIN role_limits AS l ON l.role = o.role
        LEFT JOIN operator_days AS d
            ON d.operator = o.id AND d.day = ($2::timestamptz AT TIME ZONE $3::text)::date
        WHERE o.id = $1
        """
    package let parameters: Parameters
    package init(of id: UUID, at now: Timestamp, in zone: ProgrammeZone) {
        parameters = Parameters(id, now, zone.name)
    }

    package static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (actions: Int64, most: Int64) {
        (actions: try row.read(), most: try row.read())
    }
}

/// Sets a role's limit.
package struct SetRoleLimit: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO role_limits (role, actions_per_day) VALUES ($1, $2)
        ON CONFLICT (role) DO UPDATE SET actions_per_day = excluded.actions_per_day
        """
    package let parameters: Parameters
    package init(of role: String, to actions: Int32) { parameters = Parameters(role, actions) }
}

package struct DeleteRoleLimit: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM role_limits WHERE role = $1"
    package let parameters: Parameters
    package init(of role: String) { parameters = Parameters(role) }
}
