package import Postgres
package import Referrals

/// A grant and what follows it on its account within the same batch.
package struct Grant: Equatable, Sendable {
    package let reward: Reward
    /// The sum and the number of the batch's later grants to the same account.
    package let amountAfter: Int64
    package let entriesAfter: Int64

    package init(reward: Reward, amountAfter: Int64, entriesAfter: Int64) {
        self.reward = reward
        self.amountAfter = amountAfter
        self.entriesAfter = entriesAfter
    }
}

/// Writes grants into the ledger: an entry's place and balance are its account's, as `CreditBalances` has
/// just left and locked it, less what follows it in the batch.
package struct InsertGrants: Statement {
    package static let sql = """
        INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, \
        created_at)
        SELECT new.uid, new.id, new.currency, b.entries - new.entries_after, 'grant', new.amount, \
        b.amount - new.amount_after, new.rule, new.subject, new.reason, new.created_at
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], \
        $8::uuid[], $9::text[], $10::timestamptz[])
        AS new (uid, id, currency, entries_after, amount, amount_after, rule, subject, reason, created_at)
        JOIN balances AS b ON b.uid = new.uid AND b.currency = new.currency
        """
    let grants: [Grant]

    package init(_ grants: [Grant]) {
        self.grants = grants
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(grants.map(\.reward.beneficiary))
        parameters.add(grants.map(\.reward.id))
        parameters.add(grants.map(\.reward.currency.description))
        parameters.add(grants.map(\.entriesAfter))
        parameters.add(grants.map(\.reward.amount))
        parameters.add(grants.map(\.amountAfter))
        parameters.add(grants.map(\.reward.rule.description))
        parameters.add(grants.map(\.reward.subject))
        parameters.add(grants.map(\.reward.reason))
        parameters.add(grants.map(\.reward.grantedAt))
    }
}
