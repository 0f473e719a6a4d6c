package import Postgres
package import Values

/// The keys to sign access tokens; the newest signs, all verify.
package struct SigningKeyRecord: Equatable, Sendable {
    package let generation: Int32
    /// 32 bytes, or 72 when it is wrapped.
    package let seed: [UInt8]
    /// Made in the last ten seconds, by the database's clock: other processes may not have heard of it.
    package let isNew: Bool

    package init(generation: Int32, seed: [UInt8], isNew: Bool) {
        self.generation = generation
        self.seed = seed
        self.isNew = isNew
    }
}

/// Those that have not retired, newest first.
package struct ListSigningKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT generation, seed, created_at > clock_timestamp() - interval '10 s' FROM signing_keys
        WHERE retires_at IS NULL OR retires_at > clock_timestamp() ORDER BY generation DESC
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SigningKeyRecord {
        SigningKeyRecord(generation: try row.read(), seed: try row.read(), isNew: try row.read())
    }
}

/// Creates the next generation's key, unless one is valid or another process was faster.
package struct InsertSigningKey: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO signing_keys (generation, seed, created_at)
        SELECT coalesce(max(generation), 0) + 1, $1, clock_timestamp() FROM signing_keys
        HAVING count(*) FILTER (WHERE retires_at IS NULL) = 0
        ON CONFLICT ON CONSTRAINT signing_keys_pkey DO NOTHING
        """
    package let parameters: Parameters

    /// - Parameter seed: 32 bytes, or 72 when it is wrapped.
    package init(seed: [UInt8]) { parameters = Parameters(seed) }
}

/// Locks the keys against changes until the end of the transaction; readers don't wait.
package struct LockSigningKeys: Statement {
    package static let route = Route.refused
    package static let sql = "LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE"

    package init() {}
}

/// Retires the current keys, and returns them.
package struct RetireSigningKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE signing_keys SET retires_at = clock_timestamp() + make_interval(secs => $1::bigint)
        WHERE retires_at IS NULL RETURNING generation, retires_at
        """
    package let parameters: Parameters

    /// - Parameter seconds: how long they are accepted from now on.
    package init(afterSeconds seconds: Int64) { parameters = Parameters(seconds) }

    package static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (generation: Int32, retiresAt: Timestamp) {
        (generation: try row.read(), retiresAt: try row.readTimestamp())
    }
}

/// Replaces the stored form of keys' seeds, which the owner may.
package struct RewrapSigningKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE signing_keys AS k SET seed = u.seed FROM unnest($1::int[], $2::bytea[]) AS u (generation, seed)
        WHERE k.generation = u.generation
        """
    package let parameters: Parameters

    /// - Parameter seeds: 32 bytes each, or 72 when they are wrapped.
    package init(_ seeds: [(generation: Int32, seed: [UInt8])]) {
        parameters = Parameters(seeds.map(\.generation), seeds.map { Optional($0.seed) })
    }
}

/// Forgets the keys that have retired; the owner may.
package struct DeleteRetiredSigningKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM signing_keys WHERE retires_at <= clock_timestamp()"

    package init() {}
}
