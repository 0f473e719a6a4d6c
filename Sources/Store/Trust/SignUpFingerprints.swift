package import Postgres
package import Values

/// A sign-up's fingerprints for checks, as keyed hashes.
package struct SignUpFingerprints: Equatable, Sendable {
    /// The row's owner: the referrer, or the user itself.
    package let uid: UserID
    package let referee: UserID
    package var device: Int64?
    package var network: Int64?
    package var mailbox: Int64?
    package let cameAt: Timestamp
    /// When the referee was erased; only its mailbox is kept then, for a while.
    package let erasedAt: Timestamp?

    package init(
        uid: UserID, referee: UserID, device: Int64? = nil, network: Int64? = nil, mailbox: Int64? = nil,
        cameAt: Timestamp, erasedAt: Timestamp? = nil
    ) {
        self.uid = uid
        self.referee = referee
        self.device = device
        self.network = network
        self.mailbox = mailbox
        self.cameAt = cameAt
        self.erasedAt = erasedAt
    }

    /// The same, in a row with another.
    package func with(_ uid: UserID) -> SignUpFingerprints {
        SignUpFingerprints(
            uid: uid, referee: referee, device: device, network: network, mailbox: mailbox, cameAt: cameAt,
            erasedAt: erasedAt)
    }
}

/// Keeps fingerprints, beside those that are there.
package struct KeepFingerprints: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO sign_up_marks AS m (uid, referee, device, network, mailbox, came_at, erased_at)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[],
            $6::timestamptz[], $7::timestamptz[])
        ON CONFLICT ON CONSTRAINT sign_up_marks_pkey
            DO UPDATE SET device = coalesce(excluded.device, m.device),
            network = coalesce(excluded.network, m.network), mailbox = coalesce(excluded.mailbox, m.mailbox)
        """
    package let parameters: Parameters

    package init(_ fingerprints: [SignUpFingerprints]) {
        let fingerprints = fingerprints.sorted { left, right in
            left.uid == right.uid ? left.referee < right.referee : left.uid < right.uid
        }
        parameters = Parameters(
            fingerprints.map(\.uid), fingerprints.map(\.referee), fingerprints.map(\.device),
            fingerprints.map(\.network),
            fingerprints.map(\.mailbox), fingerprints.map(\.cameAt), fingerprints.map(\.erasedAt))
    }
}

/// These users' own fingerprints; users without fingerprints are omitted.
package struct FindFingerprints: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, referee, device, network, mailbox, came_at, erased_at FROM sign_up_marks
        WHERE uid = ANY ($1::uuid[]) AND referee = uid
        """
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SignUpFingerprints {
        SignUpFingerprints(
            uid: try row.readUserID(), referee: try row.readUserID(), device: try row.read(),
            network: try row.read(), mailbox: try row.read(), cameAt: try row.readTimestamp(),
            erasedAt: try row.readOptionalTimestamp())
    }
}

/// The fingerprints of a user's referees.
package struct FindRefereeFingerprints: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, referee, device, network, mailbox, came_at, erased_at FROM sign_up_marks
        WHERE uid = $1 AND referee <> uid
        """
    package let parameters: Parameters
    package init(by referrer: UserID) { parameters = Parameters(referrer) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SignUpFingerprints {
        try FindFingerprints.decode(&row)
    }
}

/// Forgets them there.
package struct DeleteRefereeFingerprints: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM sign_up_marks WHERE uid = $1 AND referee <> uid"
    package let parameters: Parameters
    package init(by referrer: UserID) { parameters = Parameters(referrer) }
}

/// Deletes a user's fingerprints, its own or those with its referrer.
package struct DeleteFingerprints: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM sign_up_marks WHERE uid = $1 AND referee = $2"
    package let parameters: Parameters
    package init(of referee: UserID, with uid: UserID) { parameters = Parameters(uid, referee) }
}

/// Reduces a user's fingerprints with its referrer to the time of its sign-up, and to its mailbox where that
/// is kept for a while.
package struct EraseFingerprints: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE sign_up_marks SET device = NULL, network = NULL,
            mailbox = CASE WHEN $3::timestamptz IS NOT NULL THEN mailbox END,
            erased_at = CASE WHEN mailbox IS NOT NULL AND $3::timestamptz IS NOT NULL
                THEN coalesce(erased_at, $3::timestamptz) END
        WHERE uid = $1 AND referee = $2
        """
    package let parameters: Parameters

    /// - Parameter erasedAt: from when on the mailbox is kept; nil where it isn't.
    package init(of referee: UserID, referredBy referrer: UserID, keepingMailboxFrom erasedAt: Timestamp?) {
        parameters = Parameters(referrer, referee, erasedAt)
    }
}

/// Forgets the mailboxes of users who were erased before.
package struct ForgetErasedMailboxes: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        UPDATE sign_up_marks SET mailbox = NULL, erased_at = NULL WHERE (uid, referee) IN
            (SELECT uid, referee FROM sign_up_marks WHERE erased_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before: Timestamp) { parameters = Parameters(before) }
}

/// Forgets from which networks users came who came before.
package struct ForgetNetworks: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        UPDATE sign_up_marks SET network = NULL WHERE (uid, referee) IN
            (SELECT uid, referee FROM sign_up_marks WHERE came_at < $1 AND network IS NOT NULL LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before: Timestamp) { parameters = Parameters(before) }
}

/// Forgets the fingerprints of sign-ups of before that have neither a device nor a mailbox.
package struct DeleteExpiredFingerprints: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM sign_up_marks WHERE (uid, referee) IN
            (SELECT uid, referee FROM sign_up_marks
            WHERE came_at < $1 AND device IS NULL AND mailbox IS NULL LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before: Timestamp) { parameters = Parameters(before) }
}
