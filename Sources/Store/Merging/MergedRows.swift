package import Links
package import Postgres
package import Referrals
package import Values

/// All referees of a user.
package struct FindRefereeIDs: Statement {
    package static let route = Route.refereesElsewhere
    package static let sql = "SELECT uid FROM users WHERE referred_by = $1 ORDER BY uid"
    package let parameters: Parameters
    package init(of referrer: UserID) { parameters = Parameters(referrer) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// Gives players who are locked another referrer, as far as they have the one.
package struct MoveReferees: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE users SET referred_by = $2 WHERE uid = ANY ($1::uuid[]) AND referred_by = $3"
    package let parameters: Parameters

    package init(_ referees: [UserID], from: UserID, to: UserID) {
        parameters = Parameters(referees.sorted(), to, from)
    }
}

/// Writes what a user who is locked has reached, and who referred it.
package struct SetMergedFacts: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users SET level = $2, highest_level = $3, milestones = coalesce(string_to_array($4, ','), '{}'),
            counters = coalesce(string_to_array($5, ','), '{}'), referred_by = $6, match_confidence = $7,
            referral_source = $8, referral_rejection = $9, rejected_claim = $10
        WHERE uid = $1
        """
    package let parameters: Parameters

    package init(_ user: User) {
        parameters = Parameters(
            user.uid, user.level, user.highestLevel, user.progress.milestonesText,
            user.progress.counters.isEmpty ? nil : user.progress.countersText, user.referral.referredBy?.uuid,
            user.referral.matchConfidence?.rawValue, user.referral.proof?.rawValue,
            user.referral.rejection?.rawValue, user.referral.rejectedName)
    }
}

/// The link that brought a user.
package struct FindReferralLink: OfUser {
    package static let route = Route.oneShard
    package static let sql = "SELECT referral_link FROM users WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode? {
        try row.readOptional(LinkCode.init)
    }
}

package struct SetReferralLink: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE users SET referral_link = $2 WHERE uid = $1"
    package let parameters: Parameters
    package init(_ link: LinkCode?, of uid: UserID) { parameters = Parameters(uid, link?.description) }
}

/// Detaches a player's referral code, which marks the player as merged.
package struct MarkMerged: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE users SET referral_code = '\(ReferralCode.ofMerged)' WHERE uid = $1"
    package let parameters: Parameters
    package init(_ player: UserID) { parameters = Parameters(player) }
}

/// The codes of a user's links.
package struct FindLinkCodes: OfUser {
    package static let route = Route.linksElsewhere
    package static let sql = "SELECT code FROM links WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}

/// Makes links another user's, as far as they are the one's.
package struct MoveLinks: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE links SET uid = $2 WHERE code = ANY ($1::text[]) AND uid = $3"
    package let parameters: Parameters

    package init(_ codes: [LinkCode], from: UserID, to: UserID) {
        parameters = Parameters(codes.map(\.description), to, from)
    }
}

/// The pending rewards for these beneficiaries and subjects, locked until the transaction ends.
package struct LockHeldRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE rewards AS r SET status = r.status
        WHERE r.uid = ANY ($1::uuid[]) AND r.subject = ANY ($2::uuid[]) AND r.status = 'held'
        RETURNING \(RewardRow.columns), r.mac
        """
    package let parameters: Parameters

    package init(of beneficiaries: [UserID], for subjects: [UserID]) {
        parameters = Parameters(beneficiaries.sorted(), subjects.sorted())
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }
}

/// The balances transferred from a user to others, by currency.
package struct SumTransfers: Statement {
    package typealias Row = (currency: Currency, amount: Int64)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT currency, -sum(amount)::bigint FROM ledger_entries WHERE uid = $1 AND kind = 'transfer'
        GROUP BY currency ORDER BY currency
        """
    package let parameters: Parameters
    package init(from uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (currency: try row.readValue(Currency.init), amount: try row.read())
    }
}
