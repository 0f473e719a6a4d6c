package import FoundationEssentials
package import Postgres

/// A new MAC of a row, and the one that it has.
package struct NewMAC: Equatable, Sendable {
    let uid: UUID
    let id: UUID
    let former: [UInt8]?
    let mac: [UInt8]

    package init(uid: UUID, id: UUID, former: [UInt8]?, mac: [UInt8]) {
        self.uid = uid
        self.id = id
        self.former = former
        self.mac = mac
    }
}

private struct NewMACs: Bindable {
    let rows: [NewMAC]

    func bind(to parameters: inout Parameters) {
        parameters.add(rows.map(\.uid))
        parameters.add(rows.map(\.id))
        parameters.add(rows.map(\.former))
        parameters.add(rows.map { Optional($0.mac) })
    }
}

/// Sets the MACs of rows that still have their former ones.
package protocol SetMACs: Statement {
    init(_ rows: [NewMAC])
}

extension SetMACs {
    /// - Parameters:
    ///   - id: the column that names a user's row.
    ///   - condition: which rows need a MAC.
    static func text(_ table: String, id: String = "id", where condition: String = "true") -> String {
        """
        UPDATE \(table) AS t SET mac = new.mac
        FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) AS new (uid, id, former, mac)
        WHERE t.uid = new.uid AND t.\(id) = new.id AND t.mac IS NOT DISTINCT FROM new.former AND \(condition)
        """
    }

    package static var citusSQL: String { "\(sql) AND \(Shards.only("t.uid"))" }
}

package struct SetRewardMACs: SetMACs {
    package static let route = Route.oneShard
    package static let sql = text("rewards", where: "t.status = 'held'")
    package let parameters: Parameters
    package init(_ rows: [NewMAC]) { parameters = Parameters(NewMACs(rows: rows)) }
}

package struct SetReservationMACs: SetMACs {
    package static let route = Route.oneShard
    package static let sql = text("reservations", where: "t.state = 'reserved'")
    package let parameters: Parameters
    package init(_ rows: [NewMAC]) { parameters = Parameters(NewMACs(rows: rows)) }
}

package struct SetMergeMACs: SetMACs {
    package static let route = Route.oneShard
    package static let sql = text("merges", id: "uid")
    package let parameters: Parameters
    package init(_ rows: [NewMAC]) { parameters = Parameters(NewMACs(rows: rows)) }
}

/// Sets the MAC of an API key that still has its former one, and has each process read the key again.
package struct SetAPIKeyMAC: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH changed AS (
            UPDATE api_keys SET mac = $3 WHERE id = $1 AND mac IS NOT DISTINCT FROM $2 RETURNING id)
        SELECT pg_notify('\(Channels.apiKeys)', id::text)::text FROM changed
        """
    package let parameters: Parameters

    /// - Parameter key: as it was read.
    package init(_ mac: [UInt8], of key: APIKeyRecord) { parameters = Parameters(key.id, key.mac, mac) }
}
