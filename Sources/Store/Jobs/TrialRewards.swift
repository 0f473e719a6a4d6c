package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// Keeps what a trial would give until all of it is known, and can be processed in the order of the facts.
package struct InsertTrialRewards: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO trial_rewards (job, at, number, subject, place, beneficiary, currency, outcome, reason, \
        was_given)
        SELECT $1::uuid, new.* FROM unnest($2::timestamptz[], $3::bigint[], $4::uuid[], $5::int[], $6::uuid[],
            $7::text[], $8::text[], $9::text[], $10::bool[]) AS new ON CONFLICT DO NOTHING
        """
    package let parameters: Parameters

    package init(_ rewards: [TrialReward], of job: UUID) {
        parameters = Parameters(
            job, rewards.map(\.at), rewards.map(\.number.value), rewards.map(\.subject),
            rewards.map { Int32($0.index) },
            rewards.map(\.beneficiary), rewards.map(\.currency.description), rewards.map(\.outcome.rawValue),
            rewards.map(\.reason), rewards.map(\.wasGiven))
    }
}

/// The next of them.
package struct WalkTrialRewards: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT at, number, subject, place, beneficiary, currency, outcome, reason, was_given FROM trial_rewards
        WHERE job = $1 AND (number, subject, place) > ($2, $3, $4) ORDER BY number, subject, place LIMIT $5
        """
    package let parameters: Parameters

    package init(of job: UUID, after: TrialReward?, limit: Int) {
        parameters = Parameters(
            job, after?.number.value ?? .min, after?.subject ?? UserID(.zero),
            Int32(after?.index ?? 0), Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> TrialReward {
        let (at, number): (Timestamp, Int64) = (try row.readTimestamp(), try row.read())
        let (subject, index): (UserID, Int32) = (try row.readUserID(), try row.read())
        return TrialReward(
            at: at, number: FactNumber(number), subject: subject, index: Int(index),
            beneficiary: try row.readUserID(),
            currency: try row.readValue(Currency.init), amount: 0,
            outcome: try row.readValue(Outcome.init(rawValue:)), reason: try row.read(),
            wasGiven: try row.read())
    }
}

/// Has what follows in the transaction read in an index's order. Tables that were empty a moment ago have no
/// statistics, by which the planner would see that it is worth while.
package struct ReadInOrder: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)
        """

    package init() {}
}

/// Leaves nothing of earlier trials.
package struct ClearTrials: Statement {
    package static let route = Route.refused
    package static let sql = "TRUNCATE trial_rewards, trial_sums"

    package init() {}
}
