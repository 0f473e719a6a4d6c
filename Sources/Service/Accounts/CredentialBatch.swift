internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store

/// A credential to be linked to an anonymous user, its password hashed already.
struct CredentialLink {
    let uid: UserID
    let credential: CredentialRecord
    let session: (record: SessionRecord, tokens: SessionTokens)
    let eventID: UUID
}

package struct CredentialReply: Equatable, Sendable {
    package let user: User
    package let session: SessionTokens
    package let rewards: [Reward]
    /// The user's sessions until now; their tokens are good for nothing any more.
    let endedSessions: [UUID]
}

/// Links credentials: the users keep their uids, their earlier sessions end, and what signing up deserves is
/// granted, all in one transaction of two round trips.
struct CredentialBatch {
    typealias Outcome = Result<CredentialReply, ServiceError>

    let context: ServiceContext
    let now: Timestamp

    private enum Attempt {
        case committed([Int: CredentialReply])
        /// A commit that was in doubt did hold: the links are there, under these very event ids.
        case recordedBefore([RecordedEvent])
        /// Nothing was written: these can't be linked, and the rest goes again without them.
        case refused([Int: ServiceError])
    }

    private typealias Placed = (offset: Int, element: CredentialLink)

    func record(_ links: [CredentialLink]) async throws(PostgresError) -> [Outcome] {
        var outcomes: [Int: Outcome] = [:]
        var rest = Array(links.enumerated())
        while !rest.isEmpty {
            // Two of one user or of one e-mail go one after the other, so that the second sees what the first
            // did.
            let round = firstOfEachUserAndEmail(rest)
            switch try await attempt(round) {
            case .committed(let replies):
                for (place, reply) in replies { outcomes[place] = .success(reply) }
            case .recordedBefore(let recorded):
                let replies = try await repliesFromRecord(round, recorded)
                for (place, reply) in replies { outcomes[place] = .success(reply) }
            case .refused(let refusals):
                for (place, error) in refusals { outcomes[place] = .failure(error) }
            }
            rest.removeAll { outcomes[$0.offset] != nil }
        }
        return links.indices.map { outcomes[$0] ?? .failure(.internalError) }
    }

    private func firstOfEachUserAndEmail(_ links: [Placed]) -> [Placed] {
        var uids: Set<UserID> = []
        var emails: Set<EmailAddress> = []
        return links.filter { placed in
            let link = placed.element
            guard !uids.contains(link.uid), !emails.contains(link.credential.email) else { return false }
            uids.insert(link.uid)
            emails.insert(link.credential.email)
            return true
        }
    }

    private func attempt(_ links: [Placed]) async throws(PostgresError) -> Attempt {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let uids = links.map(\.element.uid)
            let (locked, claimed, sids, recorded) = try await transaction.send(
                LockUsers(uids), InsertCredentials(links.map(\.element.credential)),
                FindSessionsOfUsers(uids),
                FindEvents(links.map { Event.Key(uid: $0.element.uid, id: $0.element.eventID) }))
            let users = Dictionary(uniqueKeysWithValues: locked.map { ($0.uid, $0) })
            guard recorded.isEmpty else {
                await transaction.rollback()
                return .recordedBefore(recorded)
            }
            let refusals = refusals(of: links, users, claimed: Set(claimed))
            guard refusals.isEmpty else {
                await transaction.rollback()
                return .refused(refusals)
            }
            return .committed(try await write(links, users, ending: sids, in: transaction))
        }
    }

    private func refusals(
        of links: [Placed], _ users: [UserID: User], claimed: Set<EmailAddress>
    ) -> [Int: ServiceError] {
        var refusals: [Int: ServiceError] = [:]
        for (place, link) in links {
            if let user = users[link.uid] {
                if !user.isAnonymous {
                    refusals[place] = .credentialAlreadyLinked
                } else if !claimed.contains(link.credential.email) {
                    refusals[place] = .emailAlreadyInUse
                }
            } else {
                refusals[place] = .userNotFound
            }
        }
        return refusals
    }

    private func write(
        _ links: [Placed], _ users: [UserID: User], ending sids: [UUID], in transaction: Transaction
    ) async throws(PostgresError) -> [Int: CredentialReply] {
        var facts = FactOutcomes()
        var replies: [Int: CredentialReply] = [:]
        for (place, link) in links {
            guard var before = users[link.uid] else { continue }
            before.email = link.credential.email
            let event = Event(uid: link.uid, id: link.eventID, fact: .credentialLinked)
            let verdict = context.rules.apply(event.fact, to: before, at: now, makeID: context.makeID)
            facts.add(event, verdict, before: before, at: now)
            replies[place] = CredentialReply(
                user: verdict.user, session: link.session.tokens, rewards: verdict.rewards,
                endedSessions: sids)
        }
        let (credits, grants) = facts.ledgerWrites
        let expiry = context.sessions.revocationExpiry(from: now)
        _ = try await transaction.commit(
            UpdateSignUps(replies.values.map(\.user)), DeleteSessionsOfUsers(links.map(\.element.uid)),
            InsertRevocations(sids.map { Revocation(sid: $0, expiresAt: expiry) }),
            InsertSessions(links.map(\.element.session.record)), facts.insertEvents, facts.insertRewards,
            credits,
            grants, facts.settleRules)
        context.metrics.countRewards(facts.rewards)
        return replies
    }

    private func repliesFromRecord(
        _ links: [Placed], _ recorded: [RecordedEvent]
    ) async throws(PostgresError) -> [Int: CredentialReply] {
        let kept = try await EventReplies(pool: context.pool).replies(to: recorded)
        var replies: [Int: CredentialReply] = [:]
        for (place, link) in links {
            guard let reply = kept[Event.Key(uid: link.uid, id: link.eventID)] else { continue }
            replies[place] = CredentialReply(
                user: reply.recorded.user, session: link.session.tokens, rewards: reply.rewards,
                endedSessions: [])
        }
        return replies
    }
}
