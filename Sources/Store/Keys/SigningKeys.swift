package import Postgres
package import Referrals

/// What access tokens are signed with; the newest generation signs, all verify.
package struct SigningKeyRecord: Equatable, Sendable {
    package let generation: Int32
    /// 32 bytes.
    package let seed: [UInt8]

    package init(generation: Int32, seed: [UInt8]) {
        self.generation = generation
        self.seed = seed
    }
}

/// Keeps a generation's key, unless another process made it first.
package struct InsertSigningKey: Statement {
    package static let sql = """
        INSERT INTO signing_keys (generation, seed, created_at) VALUES ($1, $2, $3)
        ON CONFLICT ON CONSTRAINT signing_keys_pkey DO NOTHING
        """
    let key: SigningKeyRecord
    let now: Timestamp

    package init(_ key: SigningKeyRecord, at now: Timestamp) {
        self.key = key
        self.now = now
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(key.generation)
        parameters.add(key.seed)
        parameters.add(now)
    }
}

/// All generations, newest first.
package struct ListSigningKeys: Statement {
    package static let sql = "SELECT generation, seed FROM signing_keys ORDER BY generation DESC"

    package init() {}

    package func bind(to parameters: inout Parameters) {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SigningKeyRecord {
        SigningKeyRecord(generation: try row.read(), seed: try row.read())
    }
}
