package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

package struct InsertWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO webhooks (id, created_at, url, types, currency, rule, min_amount, description, is_ordered,
            signature, rate_per_second, secrets, former_secrets, former_until, public_key, headers, header_names,
            done_position, done_day, leased_until)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
            CASE WHEN is_called THEN last_value ELSE 0 END, (clock_timestamp() AT TIME ZONE 'UTC')::date,
            CASE $3 WHEN '\(WebhookTerms.pulledURL)' THEN \(LeaseSQL.webhookEnd) ELSE '-infinity' END
        FROM change_positions WHERE (SELECT count(*) FROM webhooks WHERE state <> 'removed') < $18
        ON CONFLICT (id) DO NOTHING RETURNING \(Webhook.columns)
        """
    package let parameters: Parameters

    /// Returns nothing where there are as many as there may be. It gets changes from now on.
    package init(_ id: UUID, _ terms: WebhookTerms, _ secrets: WebhookSecrets, at time: Timestamp) {
        var parameters = Parameters(id, time)
        parameters.add(terms, secrets)
        parameters.add(Int64(WebhookTerms.countMax))
        self.parameters = parameters
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

/// Locks a webhook until the transaction ends, and reads it.
package struct LockWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT \(Webhook.columns) FROM webhooks WHERE id = $1 AND state <> 'removed' FOR UPDATE"
    package let parameters: Parameters

    package init(_ id: UUID) {
        parameters = Parameters(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

package struct FindWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT \(Webhook.columns) FROM webhooks WHERE id = $1 AND state <> 'removed'"
    package let parameters: Parameters

    package init(_ id: UUID) {
        parameters = Parameters(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

/// All that there are, oldest first.
package struct ListWebhooks: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT \(Webhook.columns) FROM webhooks WHERE state <> 'removed' ORDER BY created_at, id"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

/// Writes what its owner has changed. The worker reads it again by its version.
package struct UpdateWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET url = $2, types = $3, currency = $4, rule = $5, min_amount = $6, description = $7,
            is_ordered = $8, signature = $9, rate_per_second = $10, secrets = $11, former_secrets = $12,
            former_until = $13, public_key = $14, headers = $15, header_names = $16, version = version + 1
        WHERE id = $1 RETURNING \(Webhook.columns)
        """
    package let parameters: Parameters

    package init(_ id: UUID, _ terms: WebhookTerms, _ secrets: WebhookSecrets) {
        var parameters = Parameters(id)
        parameters.add(terms, secrets)
        self.parameters = parameters
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

/// Enables a webhook, disables it, or marks it as removed.
package struct SetWebhookState: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET state = $2, disabled_because = $3, failing_since = NULL, warned_at = NULL,
            version = version + 1
        WHERE id = $1 RETURNING \(Webhook.columns)
        """
    package let parameters: Parameters

    package init(_ id: UUID, to state: Webhook.State, because reason: String? = nil) {
        parameters = Parameters(id, state.rawValue, reason)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        try Webhook.decode(&row)
    }
}

/// Has the workers look at once, as soon as the transaction commits.
package struct NotifyWebhooks: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.webhooks)', '') IS NULL"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

extension Parameters {
    fileprivate mutating func add(_ terms: WebhookTerms, _ secrets: WebhookSecrets) {
        add(terms.url)
        add(terms.types.map { $0.map(\.rawValue) })
        add(terms.match.currency?.description)
        add(terms.match.rule?.description)
        add(terms.match.minAmount)
        add(terms.description)
        add(terms.isOrdered)
        add(terms.signature.rawValue)
        add(terms.ratePerSecond)
        add(secrets.current)
        add(secrets.former)
        add(secrets.formerUntil)
        add(secrets.publicKey)
        add(secrets.headers)
        add(secrets.headerNames)
    }
}
