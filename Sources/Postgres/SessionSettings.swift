/// The settings that each new session sends in its first round trip, or each transaction behind a
/// transaction pooler.
///
/// Not in the startup packet: poolers refuse `options` there, or drop them in silence.
package struct SessionSettings: Sendable, Hashable {
    /// 0 for none.
    package var statementTimeoutMilliseconds = 2_000
    /// Far above what a batch holds its rows for, far below what a caller waits.
    package var lockTimeoutMilliseconds = 250
    /// A process that is stopped between a transaction's two round trips holds others up for no longer.
    package var idleInTransactionTimeoutMilliseconds = 800
    package var applicationName = "shipmate"
    /// Further settings, in order; a later one wins.
    package var others: [Setting] = []

    package struct Setting: Sendable, Hashable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init() {}

    /// For batches through `unnest`. Arrays are sorted so that all batches lock rows in one order. Only a
    /// nested loop over an index keeps that order, and only a generic plan stays the same from batch to
    /// batch.
    package static var writing: SessionSettings {
        var settings = SessionSettings()
        settings.others = ["enable_hashjoin", "enable_mergejoin", "enable_seqscan"].map { Setting($0, "off") }
        settings.others.append(Setting("plan_cache_mode", "force_generic_plan"))
        return settings
    }

    /// For migrations and maintenance: no time-out.
    package static var unlimited: SessionSettings {
        var settings = SessionSettings()
        settings.statementTimeoutMilliseconds = 0
        settings.lockTimeoutMilliseconds = 0
        settings.idleInTransactionTimeoutMilliseconds = 0
        return settings
    }

    /// All of them, in order.
    var all: [Setting] {
        [
            Setting("statement_timeout", "\(statementTimeoutMilliseconds)"),
            Setting("lock_timeout", "\(lockTimeoutMilliseconds)"),
            Setting("idle_in_transaction_session_timeout", "\(idleInTransactionTimeoutMilliseconds)"),
            Setting("TimeZone", "UTC"),
            // The cost that a switched-off plan is given would start the compiler for a query of a
            // millisecond.
            Setting("jit", "off"),
        ] + others
    }
}

extension Query {
    /// Sets all in one statement, until the session's end or the transaction's.
    static func setting(_ settings: [SessionSettings.Setting], inTransactionAlone isLocal: Bool) -> Query {
        var parameters = Parameters()
        var calls: [String] = []
        for setting in settings {
            parameters.add(setting.name)
            parameters.add(setting.value)
            calls.append("set_config($\(parameters.count - 1), $\(parameters.count), \(isLocal))")
        }
        return Query(
            name: "SessionSettings", sql: "SELECT \(calls.joined(separator: ", "))", parameters: parameters)
    }
}
