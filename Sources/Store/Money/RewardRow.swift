internal import Postgres
internal import Referrals

/// The columns a reward is read from.
enum RewardRow {
    static let columns = """
        r.id, r.rule, r.uid, r.role, r.subject, r.currency, r.amount, r.status, r.reason, r.granted_at, \
        r.release_at, r.rule_version, r.unrecovered, r.codes
        """
}

extension RowReader {
    mutating func readReward() throws(PostgresError) -> Reward {
        Reward(
            id: try read(), rule: try readValue { RuleName(kept: $0) }, beneficiary: try readUserID(),
            role: try readValue(RewardRole.init(rawValue:)), subject: try readUserID(),
            currency: try readValue(Currency.init), amount: try read(),
            status: try readValue(Reward.Status.init(rawValue:)), reason: try read(),
            grantedAt: try readTimestamp(), releaseAt: try readOptionalTimestamp(), ruleVersion: try read(),
            unrecovered: try read(), codes: try readCodes())
    }

    mutating func readCodes() throws(PostgresError) -> TrustCodes {
        let text: String = try read()
        return text.isEmpty ? [] : TrustCodes(names: text.split(separator: ","))
    }
}
