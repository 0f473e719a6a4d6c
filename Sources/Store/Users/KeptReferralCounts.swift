internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The counts of those referrers whose counts are kept, and whether they are due to be compared with its
/// users.
package struct FindReferralCounts: Statement {
    package typealias Row = (referrer: UserID, counts: ReferralCounts, isDue: Bool)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, sum(referred)::bigint, sum(signed_up)::bigint, sum(rewarded)::bigint,
            coalesce(min(recount_at) <= now(), false)
        FROM referral_counts WHERE uid = ANY ($1::uuid[]) GROUP BY uid
        """
    package let parameters: Parameters
    package init(of referrers: [UserID]) { parameters = Parameters(referrers) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (referrer: try row.readUserID(), counts: try row.readReferralCounts(), isDue: try row.read())
    }
}

/// Keeps a referrer's counts from now on, unless they are kept.
package struct KeepReferralCounts: Statement {
    /// So many add to the counts of one referrer without waiting for each other.
    package static let slots: Int32 = 16

    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO referral_counts (uid, slot, referred, signed_up, rewarded, recount_at)
        SELECT $1::uuid, slot, CASE slot WHEN 0 THEN $2::bigint ELSE 0 END,
            CASE slot WHEN 0 THEN $3::bigint ELSE 0 END, CASE slot WHEN 0 THEN $4::bigint ELSE 0 END,
            CASE slot WHEN 0 THEN now() + interval '1 minute' END
        FROM generate_series(0, \(slots) - 1) AS slot
        ON CONFLICT ON CONSTRAINT referral_counts_pkey DO NOTHING
        """
    package let parameters: Parameters

    /// - Parameter counts: without those of transactions that were under way when it was counted. They are
    ///   found a minute later, when all have ended.
    package init(_ counts: ReferralCounts, of referrer: UserID) {
        parameters = Parameters(referrer, counts.referred, counts.signedUp, counts.rewarded)
    }
}

/// Takes a referrer's counts for a comparison with its users; returns nothing if none is due, or another
/// process was faster.
package struct TakeRecount: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE referral_counts SET recount_at = now() + interval '1 day'
        WHERE uid = $1 AND slot = 0 AND recount_at <= now() RETURNING uid
        """
    package let parameters: Parameters
    package init(of referrer: UserID) { parameters = Parameters(referrer) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// A referrer's paid reward for a referee.
package struct PaidReferee: Hashable, Sendable {
    struct Pair: Hashable {
        let referrer: UserID
        let subject: UserID
    }

    let pair: Pair
    let rewardID: UUID

    package init(_ reward: Reward) {
        pair = Pair(referrer: reward.beneficiary, subject: reward.subject)
        rewardID = reward.id
    }
}

/// Adds to the counts of those referrers whose counts are kept.
///
/// Whether it is the first reward for a referee is looked up among the rewards. They are the only source
/// for rewards of inactive rules, and for reversed ones.
package struct AddReferralCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = text("r.uid = c.uid", "")
    package static let citusSQL = text(
        "r.uid = c.uid AND \(Shards.only("r.uid"))", " AND \(Shards.only("c.uid"))")

    private static func text(_ rewardsOf: String, _ shards: String) -> String {
        """
        UPDATE referral_counts AS c SET referred = c.referred + new.referred,
            signed_up = c.signed_up + new.signed_up, rewarded = c.rewarded + new.rewarded - (
                SELECT count(DISTINCT r.subject) FROM rewards AS r
                WHERE \(rewardsOf) AND r.subject = ANY ($6::uuid[]) AND r.role = 'referrer'
                    AND r.status = 'paid'
                    AND ($7::uuid[])[width_bucket(r.id, $7::uuid[])] IS DISTINCT FROM r.id)
        FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[])
        AS new (uid, slot, referred, signed_up, rewarded) WHERE c.uid = new.uid AND c.slot = new.slot\(shards)
        """
    }

    package let parameters: Parameters

    /// - Parameters:
    ///   - paid: recorded in the same transaction, before.
    ///   - slot: any, each time another.
    package init(
        _ more: [UserID: ReferralCounts], paid: [PaidReferee] = [],
        slot: Int32 = .random(in: 0..<KeepReferralCounts.slots)
    ) {
        let more = more.sorted { $0.key < $1.key }
        let subjects = Dictionary(grouping: Set(paid.map(\.pair))) { $0.referrer }
        let rewarded = more.map { $0.value.rewarded + Int64(subjects[$0.key]?.count ?? 0) }
        // In the order of `width_bucket`.
        let rewardIDs = paid.map(\.rewardID).sorted()
        parameters = Parameters(
            more.map(\.key), more.map { _ in slot }, more.map(\.value.referred), more.map(\.value.signedUp),
            rewarded, paid.map(\.pair.subject), rewardIDs)
    }
}
