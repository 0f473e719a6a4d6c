internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

extension Webhook {
    static let columns = """
        id, url, types, currency, rule, min_amount, description, is_ordered, signature, rate_per_second, secrets,
        former_secrets, former_until, public_key, headers, header_names, state, disabled_because, created_at,
        version, done_position, done_day - date '1970-01-01', failing_since, warned_at
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Webhook {
        let id: UUID = try row.read()
        return Webhook(
            id: id, terms: try decodeTerms(&row), secrets: try decodeSecrets(&row),
            state: State(rawValue: try row.read()) ?? .disabled, disabledBecause: try row.read(),
            createdAt: try row.readTimestamp(), version: try row.read(),
            progress: WebhookProgress(
                done: ChangeCursor(position: try row.read(), day: try row.read()),
                failingSince: try row.readOptionalTimestamp(), warnedAt: try row.readOptionalTimestamp()))
    }

    private static func decodeTerms(_ row: inout RowReader) throws(PostgresError) -> WebhookTerms {
        let url: String = try row.read()
        let types: [String]? = try row.read()
        let (currency, rule): (String?, String?) = (try row.read(), try row.read())
        let match = WebhookMatch(
            currency: currency.flatMap { Currency($0) }, rule: rule.map { RuleName(kept: $0) },
            minAmount: try row.read())
        return WebhookTerms(
            // Without those of a later version.
            url: url, types: types.map { $0.compactMap(ChangeType.init) }, match: match,
            description: try row.read(), isOrdered: try row.read(),
            signature: WebhookTerms.Signature(rawValue: try row.read()) ?? .v1,
            ratePerSecond: try row.read())
    }

    private static func decodeSecrets(_ row: inout RowReader) throws(PostgresError) -> WebhookSecrets {
        WebhookSecrets(
            current: try row.read() ?? [], former: try row.read(),
            formerUntil: try row.readOptionalTimestamp(),
            publicKey: try row.read(), headers: try row.read(), headerNames: try row.read())
    }
}
