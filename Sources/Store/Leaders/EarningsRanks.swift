package import Postgres
package import Referrals

/// Amounts that are counted as one where ranks are looked up: small ones each for itself, larger ones to a
/// thousandth.
package struct RankBucket: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package let currency: Currency
        package let days: Int32
        package let bucket: RankBucket

        package init(currency: Currency, days: Int32, bucket: RankBucket) {
            self.currency = currency
            self.days = days
            self.bucket = bucket
        }
    }

    private static let bits = 10

    package let number: Int32

    /// - Parameter amount: not negative.
    package init(of amount: Int64) {
        let shift = Self.shift(amount)
        number = Int32(shift << Self.bits) + Int32(truncatingIfNeeded: amount >> shift)
    }

    /// The largest amount that is in the same as this one.
    package static func last(with amount: Int64) -> Int64 {
        let shift = shift(amount)
        return (amount >> shift) << shift | (1 << shift - 1)
    }

    private static func shift(_ amount: Int64) -> Int64 {
        max(0, Int64(63 - amount.leadingZeroBitCount) - Int64(bits))
    }
}

/// Adds to how many have about as much.
package struct AddEarningsRanks: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO brought_ranks AS r (currency, days, bucket, players)
        SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT brought_ranks_pkey DO UPDATE SET players = r.players + excluded.players
        """
    package let parameters: Parameters

    package init(_ ranks: [RankBucket.Key: Int64]) {
        parameters = Parameters(
            ranks.map(\.key.currency.description), ranks.map(\.key.days), ranks.map(\.key.bucket.number),
            ranks.map(\.value))
    }
}

/// How many have more than those of a bucket.
package struct CountRanksAbove: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT coalesce(sum(players), 0)::bigint FROM brought_ranks
        WHERE currency = $1 AND days = $2 AND bucket > $3
        """
    package let parameters: Parameters

    package init(_ key: RankBucket.Key) {
        parameters = Parameters(key.currency.description, key.days, key.bucket.number)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}
