package import Postgres

/// A link's labels for statistics.
package struct LinkLabels: Hashable, Sendable {
    package var channel: String?
    package var campaign: String?
    /// Whether a player made it.
    package var isInvite: Bool

    package init(channel: String? = nil, campaign: String? = nil, isInvite: Bool = false) {
        self.channel = channel
        self.campaign = campaign
        self.isInvite = isInvite
    }
}

/// The labels of these codes' links; codes without one are left out.
package struct FindLinkLabels: Statement {
    package typealias Row = (code: String, labels: LinkLabels)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT l.code, l.channel, l.campaign, l.uid IS NOT NULL FROM links AS l WHERE l.code = ANY ($1::text[])
        """
    package let parameters: Parameters
    package init(of codes: [String]) { parameters = Parameters(codes) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (
            code: try row.read(),
            labels: LinkLabels(
                channel: try row.read(), campaign: try row.read(), isInvite: try row.read())
        )
    }
}
