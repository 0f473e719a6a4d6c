package import FoundationEssentials
package import Postgres

/// An entry of the audit with what proves it.
package struct StoredAuditEntry: Equatable, Sendable {
    package let entry: AuditEntry
    /// By the ledger key; nil for an entry from before MACs, or one that was inserted manually.
    package let mac: [UInt8]?
    /// Its number in the chain, from 1; nil until it has one.
    package let sequence: Int64?
    /// Over the entry and the seal before.
    package let seal: [UInt8]?

    static let columns = "id, actor, action, uid, detail, created_at, before, after, mac, sequence, seal"

    package init(_ entry: AuditEntry, mac: [UInt8]?, sequence: Int64? = nil, seal: [UInt8]? = nil) {
        self.entry = entry
        self.mac = mac
        self.sequence = sequence
        self.seal = seal
    }

    static func read(_ row: inout RowReader) throws(PostgresError) -> StoredAuditEntry {
        StoredAuditEntry(
            try row.readAuditEntry(), mac: try row.read(), sequence: try row.read(), seal: try row.read())
    }
}

/// The last number of the audit's chain.
package struct AuditHead: Equatable, Sendable {
    package let sequence: Int64
    package let seal: [UInt8]

    package init(sequence: Int64, seal: [UInt8]) {
        self.sequence = sequence
        self.seal = seal
    }
}

/// Until its transaction's end no other lengthens the chain.
package struct LockAuditChain: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(hashtextextended('shipmate audit chain', 0))::text"

    package init() {}
}

/// Nil while the chain is empty.
package struct FindAuditHead: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT sequence, seal FROM audit_entries WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> AuditHead {
        AuditHead(sequence: try row.read(), seal: try row.read() ?? [])
    }
}

/// Entries of the chain after a number, in order.
package struct WalkAuditChain: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(StoredAuditEntry.columns) FROM audit_entries WHERE sequence > $1 ORDER BY sequence LIMIT $2
        """
    package let parameters: Parameters
    package init(after sequence: Int64, limit: Int) { parameters = Parameters(sequence, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredAuditEntry {
        try StoredAuditEntry.read(&row)
    }
}

/// Entries that have no number in the chain, by id.
package protocol UnchainedAudit: Statement {
    init(after id: UUID, limit: Int)
}

extension UnchainedAudit {
    static func text(where condition: String) -> String {
        """
        SELECT \(StoredAuditEntry.columns) FROM audit_entries
        WHERE id > $1 AND sequence IS NULL AND \(condition) ORDER BY id LIMIT $2
        """
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredAuditEntry {
        try StoredAuditEntry.read(&row)
    }
}

/// Those that have a MAC: they are due to get a number.
package struct ListUnchainedAudit: UnchainedAudit {
    package static let route = Route.coordinator
    package static let sql = text(where: "mac IS NOT NULL")
    package let parameters: Parameters
    package init(after id: UUID, limit: Int) { parameters = Parameters(id, Int64(limit)) }
}

/// Those without a MAC.
package struct ListUnprovedAudit: UnchainedAudit {
    package static let route = Route.coordinator
    package static let sql = text(where: "mac IS NULL")
    package let parameters: Parameters
    package init(after id: UUID, limit: Int) { parameters = Parameters(id, Int64(limit)) }
}

/// Gives entries their numbers in the chain.
package struct ChainAudit: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE audit_entries AS a SET sequence = new.sequence, seal = new.seal
        FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS new (id, sequence, seal)
        WHERE a.id = new.id AND a.sequence IS NULL
        """
    package let parameters: Parameters

    package init(_ positions: [(id: UUID, head: AuditHead)]) {
        parameters = Parameters(
            positions.map(\.id), positions.map(\.head.sequence), positions.map { Optional($0.head.seal) })
    }
}

/// Sets the MACs of entries that have none.
package struct SetAuditMACs: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE audit_entries AS a SET mac = new.mac
        FROM unnest($1::uuid[], $2::bytea[]) AS new (id, mac) WHERE a.id = new.id AND a.mac IS NULL
        """
    package let parameters: Parameters

    package init(_ macs: [(id: UUID, mac: [UInt8])]) {
        parameters = Parameters(macs.map(\.id), macs.map { Optional($0.mac) })
    }
}
