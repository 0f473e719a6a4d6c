package import Postgres
package import Referrals

/// Keeps events with what came of them. One that is there already is a violation of `events_pkey`.
package struct InsertEvents: Statement {
    package static let constraint = "events_pkey"
    package static let sql = """
        INSERT INTO events (uid, id, type, level, milestone, referrer, occurred_at, received_at, user_level, \
        user_highest_level, user_referred_by, user_signed_up_at, user_last_signin_at, decisions)
        SELECT uid, id, type, level, milestone, referrer, occurred_at, received_at, user_level, \
        user_highest_level, user_referred_by, user_signed_up_at, user_last_signin_at, \
        string_to_array(decisions, ',')
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::uuid[], $7::timestamptz[], \
        $8::timestamptz[], $9::int[], $10::int[], $11::uuid[], $12::timestamptz[], $13::timestamptz[], $14::text[])
        AS new (uid, id, type, level, milestone, referrer, occurred_at, received_at, user_level, \
        user_highest_level, user_referred_by, user_signed_up_at, user_last_signin_at, decisions)
        """
    let events: [RecordedEvent]

    package init(_ events: [RecordedEvent]) {
        self.events = events.sorted { $0.event.key < $1.event.key }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(events.map(\.event.key.uid))
        parameters.add(events.map(\.event.key.id))
        parameters.add(events.map(\.event.fact.type.rawValue))
        parameters.add(events.map(\.event.fact.level))
        parameters.add(events.map { $0.event.fact.milestone?.description })
        parameters.add(events.map(\.event.fact.referrer))
        parameters.add(events.map(\.event.occurredAt))
        parameters.add(events.map(\.receivedAt))
        parameters.add(events.map(\.user.level))
        parameters.add(events.map(\.user.highestLevel))
        parameters.add(events.map(\.user.referral.referredBy))
        parameters.add(events.map(\.user.signedUpAt))
        parameters.add(events.map(\.user.lastSignInAt))
        parameters.add(events.map(\.decisionsText))
    }
}

extension Fact {
    fileprivate var level: Int32? {
        if case .levelReached(let level) = self { level } else { nil }
    }

    fileprivate var milestone: Milestone? {
        if case .milestoneReached(let milestone) = self { milestone } else { nil }
    }

    fileprivate var referrer: UserID? {
        if case .referrerRecorded(let referrer) = self { referrer } else { nil }
    }
}
