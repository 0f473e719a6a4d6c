package import Links
package import Postgres
package import Referrals
package import Values

/// All whom a user referred.
package struct FindRefereeIDs: Statement {
    package static let sql = "SELECT uid FROM users WHERE referred_by = $1 ORDER BY uid"
    let referrer: UserID

    package init(of referrer: UserID) {
        self.referrer = referrer
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// Gives players who are locked another referrer, as far as they have the one.
package struct MoveReferees: Statement {
    package static let sql =
        "UPDATE users SET referred_by = $2 WHERE uid = ANY ($1::uuid[]) AND referred_by = $3"
    let referees: [UserID]
    let from: UserID
    let to: UserID

    package init(_ referees: [UserID], from: UserID, to: UserID) {
        self.referees = referees.sorted()
        self.from = from
        self.to = to
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referees)
        parameters.add(to)
        parameters.add(from)
    }
}

/// Writes what a user who is locked has reached, and who referred it.
package struct SetMergedFacts: Statement {
    package static let sql = """
        UPDATE users SET level = $2, highest_level = $3, milestones = coalesce(string_to_array($4, ','), '{}'),
            counters = coalesce(string_to_array($5, ','), '{}'), referred_by = $6, match_confidence = $7,
            referral_source = $8, referral_rejection = $9, rejected_claim = $10
        WHERE uid = $1
        """
    let user: User

    package init(_ user: User) {
        self.user = user
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(user.uid)
        parameters.add(user.level)
        parameters.add(user.highestLevel)
        parameters.add(user.progress.milestonesText)
        parameters.add(user.progress.counters.isEmpty ? nil : user.progress.countersText)
        parameters.add(user.referral.referredBy?.uuid)
        parameters.add(user.referral.matchConfidence?.rawValue)
        parameters.add(user.referral.proof?.rawValue)
        parameters.add(user.referral.rejection?.rawValue)
        parameters.add(user.referral.rejectedName)
    }
}

/// Through which link somebody came.
package struct FindReferralLink: OfUser {
    package static let sql = "SELECT referral_link FROM users WHERE uid = $1"
    package let uid: UserID

    package init(of uid: UserID) {
        self.uid = uid
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode? {
        try row.readOptional(LinkCode.init)
    }
}

package struct SetReferralLink: Statement {
    package static let sql = "UPDATE users SET referral_link = $2 WHERE uid = $1"
    let uid: UserID
    let link: LinkCode?

    package init(_ link: LinkCode?, of uid: UserID) {
        self.uid = uid
        self.link = link
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(link?.description)
    }
}

/// Has a player's referral code stand for nobody: what makes it one who became an account.
package struct MarkMerged: Statement {
    package static let sql = "UPDATE users SET referral_code = '\(ReferralCode.ofMerged)' WHERE uid = $1"
    let player: UserID

    package init(_ player: UserID) {
        self.player = player
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(player)
    }
}

/// The codes of a user's links.
package struct FindLinkCodes: OfUser {
    package static let sql = "SELECT code FROM links WHERE uid = $1"
    package let uid: UserID

    package init(of uid: UserID) {
        self.uid = uid
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}

/// Makes links another user's, as far as they are the one's.
package struct MoveLinks: Statement {
    package static let sql = "UPDATE links SET uid = $2 WHERE code = ANY ($1::text[]) AND uid = $3"
    let codes: [LinkCode]
    let from: UserID
    let to: UserID

    package init(_ codes: [LinkCode], from: UserID, to: UserID) {
        self.codes = codes
        self.from = from
        self.to = to
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(codes.map(\.description))
        parameters.add(to)
        parameters.add(from)
    }
}

/// What these are to be given for those and aren't yet. Nobody pays or voids it until the transaction ends.
package struct LockHeldRewards: Statement {
    package static let sql = """
        UPDATE rewards AS r SET status = r.status
        WHERE r.uid = ANY ($1::uuid[]) AND r.subject = ANY ($2::uuid[]) AND r.status = 'held'
        RETURNING \(RewardRow.columns), r.mac
        """
    let beneficiaries: [UserID]
    let subjects: [UserID]

    package init(of beneficiaries: [UserID], for subjects: [UserID]) {
        self.beneficiaries = beneficiaries.sorted()
        self.subjects = subjects.sorted()
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(beneficiaries)
        parameters.add(subjects)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }
}

/// What went over from a user to others, by currency.
package struct SumTransfers: Statement {
    package typealias Row = (currency: Currency, amount: Int64)

    package static let sql = """
        SELECT currency, -sum(amount)::bigint FROM ledger_entries WHERE uid = $1 AND kind = 'transfer'
        GROUP BY currency ORDER BY currency
        """
    let uid: UserID

    package init(from uid: UserID) {
        self.uid = uid
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (currency: try row.readValue(Currency.init), amount: try row.read())
    }
}
