package import Postgres

/// Gives the planner back, for this transaction, what batches must not use: a count over everything wants it.
package struct PlanFreely: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true), \
        set_config('enable_seqscan', 'on', true)
        """

    package init() {}
}

/// Has this transaction's statements planned for the values they come with: a plan for any stretch of days is
/// a bad one for most.
package struct PlanEachTime: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"

    package init() {}
}
