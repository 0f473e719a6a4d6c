internal import Batching
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Rewards
internal import Store
internal import Values

/// A credential to be linked to an anonymous user, its password hashed already.
struct CredentialLink {
    let uid: UserID
    let credential: CredentialRecord
    let session: (record: SessionRecord, tokens: SessionTokens)
    /// Where the user is.
    let address: KnownAddress
    let eventID: UUID

    fileprivate var event: Event {
        Event(uid: uid, id: eventID, fact: .credentialLinked)
    }
}

package struct CredentialReply: Equatable, Sendable {
    package let user: User
    /// Nil where the sessions that there are go on.
    package let session: SessionTokens?
    package let rewards: [Reward]
    /// The user's sessions until now; their tokens are good for nothing any more.
    let endedSessions: [UUID]
}

/// Links credentials: the users keep their uids, their earlier sessions end, and what signing up deserves is
/// granted, all in one transaction of two round trips.
struct CredentialBatch {
    typealias StepResult = Result<CredentialReply, AccountError>

    let context: AccountsContext
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    /// How far one attempt got.
    private enum Step {
        case committed([Int: CredentialReply])
        /// A commit that was in doubt did hold: the links are there, under these very event ids.
        case recordedBefore([RecordedEvent])
        /// Nothing was written: these can't be linked, and the rest goes again without them.
        case refused([Int: AccountError])
    }

    private typealias Indexed = (offset: Int, element: CredentialLink)

    func record(_ links: [CredentialLink]) async throws(PostgresError) -> Attempt<[StepResult]> {
        var results: [Int: StepResult] = [:]
        var rest = Array(links.enumerated())
        while !rest.isEmpty {
            // Two of one user or of one e-mail go one after the other, so that the second sees what the first
            // did.
            let round = firstOfEachUserAndEmail(rest)
            switch try await attempt(round) {
            case .abandoned(let hindrance): return .abandoned(hindrance)
            case .finished(.committed(let replies)):
                for (index, reply) in replies { results[index] = .success(reply) }
            case .finished(.recordedBefore(let recorded)):
                let replies = try await repliesFromRecord(round, recorded)
                for (index, reply) in replies { results[index] = .success(reply) }
            case .finished(.refused(let refusals)):
                for (index, error) in refusals { results[index] = .failure(error) }
            }
            rest.removeAll { results[$0.offset] != nil }
        }
        return .finished(links.indices.map { results[$0] ?? .failure(.internalError) })
    }

    private func firstOfEachUserAndEmail(_ links: [Indexed]) -> [Indexed] {
        var uids: Set<UserID> = []
        var emails: Set<EmailAddress> = []
        return links.filter { indexed in
            let link = indexed.element
            guard !uids.contains(link.uid), !emails.contains(link.credential.email) else { return false }
            uids.insert(link.uid)
            emails.insert(link.credential.email)
            return true
        }
    }

    private func attempt(_ links: [Indexed]) async throws(PostgresError) -> Attempt<Step> {
        try await context.deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            let uids = links.map(\.element.uid)
            context.lockInOrder(uids, in: deciding.transaction)
            let (users, claimed, sessions, recorded) = try await deciding.transaction.send(
                LockUsers(uids), InsertCredentials(links.map(\.element.credential)),
                FindSessionsOfUsers(uids), FindEvents(links.map(\.element.event.key)))
            guard recorded.isEmpty else {
                await deciding.transaction.rollback()
                return .finished(.recordedBefore(recorded))
            }
            let refusals = refusals(of: links, users, claimed: Set(claimed))
            guard refusals.isEmpty else {
                await deciding.transaction.rollback()
                return .finished(.refused(refusals))
            }
            try await keepMailboxes(links, users, in: deciding)
            let ended = Dictionary(grouping: sessions, by: \.uid).mapValues { $0.map(\.sid) }
            var own = DecidedWrites()
            for uid in uids { own.announce(.linked("password", to: uid, at: now)) }
            let decisions = try await deciding.commit(docket(links, users), adding: own) {
                statements(for: links, replies(to: links, $0, ending: ended).map(\.reply))
            }
            return decisions.map { decisions in
                .committed(
                    Dictionary(uniqueKeysWithValues: replies(to: links, decisions, ending: ended)))
            }
        }
    }

    private func keepMailboxes(
        _ links: [Indexed], _ users: [User], in deciding: DecidingTransaction
    ) async throws(PostgresError) {
        let users = Dictionary(users.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        try await context.keepMailboxes(
            links.compactMap { link in
                users[link.element.uid].map { (user: $0, email: link.element.credential.email) }
            }, for: deciding.rules.trust, in: deciding.transaction)
    }

    private func refusals(
        of links: [Indexed], _ users: [User], claimed: Set<EmailAddress>
    ) -> [Int: AccountError] {
        let users = Dictionary(uniqueKeysWithValues: users.map { ($0.uid, $0) })
        var refusals: [Int: AccountError] = [:]
        for (index, link) in links {
            if let user = users[link.uid], !user.isGone {
                if user.email != nil {
                    refusals[index] = .credentialAlreadyLinked
                } else if !user.isAnonymous {
                    // It signed up otherwise meanwhile.
                    refusals[index] = .proofRequired
                } else if !claimed.contains(link.credential.email) {
                    refusals[index] = .emailAlreadyInUse
                }
            } else {
                refusals[index] = .userNotFound
            }
        }
        return refusals
    }

    private func docket(_ links: [Indexed], _ users: [User]) -> Docket {
        let emails = Dictionary(
            uniqueKeysWithValues: links.map { ($0.element.uid, $0.element.credential.email) })
        let owners = users.map { user in
            var user = user
            user.email = emails[user.uid]
            return user
        }
        return Docket(users, changed: owners, links.map { .event($0.element.event) }, at: now)
    }

    private func replies(
        to links: [Indexed], _ decisions: Decisions, ending sessions: [UserID: [UUID]]
    ) -> [(index: Int, reply: CredentialReply)] {
        zip(links, decisions.answers).compactMap { link, answer in
            guard case .recorded(let recorded, let rewards) = answer else { return nil }
            let reply = CredentialReply(
                user: recorded.user, session: link.element.session.tokens, rewards: rewards,
                endedSessions: sessions[link.element.uid] ?? [])
            return (link.offset, reply)
        }
    }

    private func statements(for links: [Indexed], _ replies: [CredentialReply]) -> [any Statement] {
        let expiry = context.sessions.revocationExpiry(from: now)
        let known: [any Statement] = links.map { RememberAddress($0.element.address) }
        return [
            UpdateSignUps(replies.map(\.user)), DeleteSessionsOfUsers(links.map(\.element.uid)),
            InsertRevocations(
                replies.flatMap(\.endedSessions).map { Revocation(sid: $0, expiresAt: expiry) }),
            InsertSessions(links.map(\.element.session.record)),
        ] + known
    }

    private func repliesFromRecord(
        _ links: [Indexed], _ recorded: [RecordedEvent]
    ) async throws(PostgresError) -> [Int: CredentialReply] {
        let kept = try await EventReplies(context: context).replies(to: recorded)
        var replies: [Int: CredentialReply] = [:]
        for (index, link) in links {
            guard let reply = kept[link.event.key] else { continue }
            replies[index] = CredentialReply(
                user: reply.recorded.user, session: link.session.tokens, rewards: reply.rewards,
                endedSessions: [])
        }
        return replies
    }
}
