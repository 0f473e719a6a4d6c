package import Batching
package import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Which tokens of sessions are valid.
package protocol StreamAuthority: AnyObject {
    /// Whether it hears of sessions that end.
    var isFresh: Bool { get }

    /// The claims of a valid token of a session.
    func claims(of token: ArraySlice<UInt8>) -> AccessClaims?

    /// Whether a token that was valid is no longer.
    func isEnded(_ claims: AccessClaims) -> Bool
}

/// Opens streams for users' tokens and tickets.
package final class StreamService {
    package let hub: StreamHub
    private let context: LoopContext
    private let authority: any StreamAuthority
    private let key: Subkey

    package init(
        _ context: LoopContext, reader: ChangeReader, authority: any StreamAuthority,
        sessions: StreamSessions,
        key: Subkey, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.context = context
        self.authority = authority
        self.key = key
        hub = try StreamHub(
            context, reader: reader, sessions: sessions, isEnded: { authority.isEnded($0) }, on: loop)
    }

    /// The holder of a session's token; nil for one that is no longer valid.
    package func holder(of token: ArraySlice<UInt8>) -> StreamHolder? {
        authority.claims(of: token).map { StreamHolder($0) }
    }

    /// The holder of a bearer issuer's token.
    package func holder(bearerOf uid: UserID) -> StreamHolder {
        StreamHolder(bearerOf: uid, at: context.clock.now)
    }

    /// Nil for a bearer issuer's token, which has no session.
    package func makeTicket(for holder: StreamHolder, after cursor: ChangeCursor?) -> String? {
        holder.claims.map {
            StreamTicket(of: $0, after: cursor, at: context.clock.now).text(key: key)
        }
    }

    /// Nil for a text that is no ticket, one that has expired, and one whose session has ended.
    package func ticket(_ text: String) -> StreamTicket? {
        guard let ticket = StreamTicket(text, key: key, at: context.clock.now), authority.isFresh,
            !authority.isEnded(ticket.claims)
        else { return nil }
        return ticket
    }

    /// - Returns: false where it was used before.
    package func use(_ ticket: StreamTicket) async throws(InfrastructureError) -> Bool {
        try await context.call { () throws(PostgresError) in
            try await !context.pool.run(UseTicket(ticket.id, until: ticket.endsAt)).isEmpty
        }
    }
}
