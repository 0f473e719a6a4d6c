package import FoundationEssentials
package import Postgres
package import Values

/// The tokens that one rotation of a session made.
package struct SessionGeneration: Equatable, Sendable {
    package let uid: UserID
    package let sid: UUID
    package let number: Int32

    package init(uid: UserID, sid: UUID, number: Int32) {
        self.uid = uid
        self.sid = sid
        self.number = number
    }
}

/// Records that tokens of these generations were accepted: a generation is written once, whichever process
/// is first.
package struct SeeGenerations: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE sessions AS s SET seen_generation = seen.generation
        FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS seen (uid, sid, generation)
        WHERE s.uid = seen.uid AND s.sid = seen.sid AND s.seen_generation < seen.generation
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("s.uid"))"
    package let parameters: Parameters

    package init(_ seen: [SessionGeneration]) {
        let seen = seen.sorted { ($0.uid, $0.sid) < ($1.uid, $1.sid) }
        parameters = Parameters(seen.map(\.uid), seen.map(\.sid), seen.map(\.number))
    }
}
