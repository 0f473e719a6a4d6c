internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Records a batch of anonymous users with who referred them: one round trip to read what they refer to, when
/// they do, and one to write.
struct SignUpBatch {
    let context: AccountsContext
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    func record(_ signUps: [SignUp]) async throws(PostgresError) -> [Result<SignUpReply, AccountError>] {
        let entries = signUps.map { Entry($0) }
        var rest = entries
        // A key given twice in one batch makes a user once; the second time it returns to it.
        while !rest.isEmpty {
            let (round, later) = firstOfEachKey(rest)
            try await recordDistinct(round)
            rest = later
        }
        return entries.map { $0.reply.map(Result.success) ?? .failure($0.refusal ?? .internalError) }
    }

    /// A sign-up and what it is answered.
    private final class Entry {
        let signUp: SignUp
        var reply: SignUpReply?
        var refusal: AccountError?

        init(_ signUp: SignUp) {
            self.signUp = signUp
        }
    }

    private func firstOfEachKey(_ entries: [Entry]) -> (first: [Entry], later: [Entry]) {
        var seen: Set<[UInt8]> = []
        var receipts: Set<UUID> = []
        var installs: Set<[UInt8]> = []
        var first: [Entry] = []
        var later: [Entry] = []
        for entry in entries {
            let hasFreshKey = entry.signUp.keyHash.map { seen.insert($0).inserted } ?? true
            let receipt = entry.signUp.evidence.claimReceipt
            let hasFreshInstall = entry.signUp.installKey.map { installs.insert($0.point).inserted } ?? true
            let isFirst =
                hasFreshKey && hasFreshInstall && receipt.map { receipts.insert($0.id).inserted } ?? true
            if isFirst { first.append(entry) } else { later.append(entry) }
        }
        return (first, later)
    }

    private func recordDistinct(_ entries: [Entry]) async throws(PostgresError) {
        try await SignUpRace.retrying { () throws(PostgresError) in
            try await attempt(entries.filter { $0.reply == nil })
        }
    }

    private func attempt(_ entries: [Entry]) async throws(PostgresError) {
        let references = try await SignUpReferences(entries.map { $0.signUp }, context, at: now)
        try await welcomeBack(entries, references)
        let new = entries.filter { $0.reply == nil && $0.refusal == nil }
        let made = new.map { make($0.signUp, references) }
        try await insert(made, references)
        for (entry, one) in zip(new, made) { entry.reply = one.reply }
        await reward(made)
    }

    private func welcomeBack(
        _ entries: [Entry], _ references: SignUpReferences
    ) async throws(PostgresError) {
        let known = SignUpReturn(context: context, references: references, now: now, lockPolicy: lockPolicy)
        for (entry, answer) in zip(entries, try await known.answers(to: entries.map(\.signUp))) {
            switch answer {
            case .welcome(let reply): entry.reply = reply
            case .refused(let refusal): entry.refusal = refusal
            case .new: break
            }
        }
    }

    /// Rewards for merely having a referrer. The users exist by now: if this fails, their next event does
    /// it.
    private func reward(_ made: [Made]) async {
        let referred = made.filter { $0.reply.user.referral.referredBy != nil }.map { $0.reply.user.uid }
        guard !referred.isEmpty, let rules = try? await context.programme.current().paidAtSignUp,
            !rules.isEmpty
        else { return }
        try? await context.payDeserved(rules, for: referred.sorted(), at: now, lockPolicy)
    }

    /// A new user.
    private struct Made {
        let signUp: SignUp
        let reply: SignUpReply
        let session: SessionRecord
    }

    private func make(_ signUp: SignUp, _ references: SignUpReferences) -> Made {
        let user = User(
            uid: signUp.uid ?? UserID(context.makeID()), referralCode: .random(),
            referral: references.referral(for: signUp), createdAt: now)
        let session = context.sessions.open(
            for: user.uid, sid: context.makeID(), installKey: signUp.installKey, at: now)
        return Made(
            signUp: signUp, reply: SignUpReply(user: user, session: session.tokens), session: session.record)
    }

    private func insert(_ made: [Made], _ references: SignUpReferences) async throws(PostgresError) {
        guard !made.isEmpty else { return }
        let users = made.map { $0.reply.user }
        let newKeys = made.compactMap { one in
            one.signUp.keyHash.map { SignUpKey(hash: $0, uid: one.reply.user.uid, createdAt: now) }
        }
        var statements: [any Statement] = []
        if !newKeys.isEmpty {
            statements += [
                DeleteSignUpKeys(newKeys.compactMap { references.keys[$0.hash] }), InsertSignUpKeys(newKeys),
            ]
        }
        statements += [
            InsertUsers(users, through: made.map { references.link($0.signUp, to: $0.reply.user) }),
            InsertReferralCodes(users), InsertSessions(made.map { $0.session }),
        ]
        // Behind the users: on Citus their keys are written beside them, where they are.
        let binding = InstallKeyBinding(vault: context.sessions.installKeys, references: references, now: now)
        statements += binding.statements(
            made.compactMap { one in one.signUp.installKey.map { (one.reply.user.uid, $0) } })
        var records = try await SignUpRecords(references, context)
        for one in made { records.add(one.signUp, of: one.reply.user) }
        statements += records.statements
        var referrals: [UserID: ReferralCounts] = [:]
        for user in users {
            guard let referrer = user.referral.referredBy else { continue }
            referrals[referrer, default: ReferralCounts()].referred += 1
        }
        // At the end, where these rows are locked everywhere.
        if !referrals.isEmpty {
            statements += context.ordering(referrals.keys) + [AddReferralCounts(referrals)]
        }
        statements += context.changes.statements { changes in
            for one in made {
                changes.note(one.signUp.origin, of: one.reply.user.uid)
                changes.add(Change.changes(ofNew: one.reply.user))
            }
        }
        do throws(PostgresError) {
            try await context.pool.runAll(patience: lockPolicy.transaction, statements)
        } catch {
            // Random ids don't meet: a commit that was in doubt did hold, and this was its repeat. With a key
            // that is seen by the key.
            guard newKeys.isEmpty, error.isUniqueViolation(InsertUsers.constraint) else { throw error }
        }
    }
}

extension ReferralCode {
    /// Fifty random bits.
    static func random() -> ReferralCode {
        ReferralCode(RandomText.crockford(length: length))!
    }
}
