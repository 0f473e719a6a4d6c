internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Records a batch of anonymous users with who referred them: one round trip to read what they refer to, when
/// they do, and one to write.
struct SignUpBatch {
    /// How long an Idempotency-Key stands for the user that it made.
    static let keyLifetimeSeconds: Int64 = 24 * 3600

    let context: ServiceContext
    let now: Timestamp
    var patience = BatchPatience.usual

    func record(_ signUps: [SignUp]) async throws(PostgresError) -> [Result<SignUpReply, AccountError>] {
        var replies: [SignUpReply?] = signUps.map { _ in nil }
        var rest = Array(signUps.enumerated())
        // A key given twice in one batch makes a user once; the second time it returns to it.
        while !rest.isEmpty {
            let (round, later) = firstOfEachKey(rest)
            for (place, reply) in try await recordDistinct(round) { replies[place] = reply }
            rest = later
        }
        return replies.map { $0.map(Result.success) ?? .failure(.internalError) }
    }

    private typealias Placed = (offset: Int, element: SignUp)

    private func firstOfEachKey(_ signUps: [Placed]) -> (first: [Placed], later: [Placed]) {
        var seen: Set<[UInt8]> = []
        var receipts: Set<UUID> = []
        var first: [Placed] = []
        var later: [Placed] = []
        for placed in signUps {
            let hasFreshKey = placed.element.keyHash.map { seen.insert($0).inserted } ?? true
            let receipt = placed.element.claimReceipt
            let isFirst = hasFreshKey && receipt.map { receipts.insert($0.id).inserted } ?? true
            if isFirst { first.append(placed) } else { later.append(placed) }
        }
        return (first, later)
    }

    /// Tried again when a random referral code was taken, or a key or a receipt was used elsewhere meanwhile.
    private func recordDistinct(_ signUps: [Placed]) async throws(PostgresError) -> [(Int, SignUpReply)] {
        var attempts = 0
        while true {
            do throws(PostgresError) {
                return try await attempt(signUps)
            } catch {
                attempts += 1
                let isRace =
                    error.isUniqueViolation(InsertReferralCodes.constraint)
                    || error.isUniqueViolation(InsertSignUpKeys.constraint)
                    || error.isUniqueViolation(InsertUsedReceipts.constraint)
                guard isRace, attempts < 5 else { throw error }
            }
        }
    }

    private func attempt(_ signUps: [Placed]) async throws(PostgresError) -> [(Int, SignUpReply)] {
        let references = try await SignUpReferences(signUps.map(\.element), context, at: now)
        let returned = try await returning(signUps, references)
        let made = signUps.filter { returned[$0.offset] == nil }.map { placed in
            (placed.offset, placed.element, makeUser(placed.element, references))
        }
        try await insert(made, references)
        await reward(made.map(\.2.reply.user))
        return returned.map { ($0.key, $0.value) } + made.map { ($0.0, $0.2.reply) }
    }

    /// Those whose key made a user within the last day who is still anonymous: the same user, a new session.
    private func returning(
        _ signUps: [Placed], _ references: SignUpReferences
    ) async throws(PostgresError) -> [Int: SignUpReply] {
        var uids: [(place: Int, uid: UserID)] = []
        for placed in signUps {
            guard let hash = placed.element.keyHash, let key = references.keys[hash],
                key.createdAt.adding(seconds: Self.keyLifetimeSeconds) > now
            else { continue }
            uids.append((placed.offset, key.uid))
        }
        guard !uids.isEmpty else { return [:] }
        let makeID = context.makeID
        return try await context.pool.transaction(patience: patience.transaction) {
            transaction throws(PostgresError) in
            // Locked, so that a link under way either ends this session too or comes after it.
            context.lockInOrder(uids.map(\.uid), in: transaction)
            let users = try await transaction.send(LockUsers(Array(Set(uids.map(\.uid)))))
            let anonymous = Dictionary(
                uniqueKeysWithValues: users.filter { $0.isAnonymous && !$0.isGone }.map { ($0.uid, $0) })
            var replies: [Int: SignUpReply] = [:]
            var records: [SessionRecord] = []
            for (place, uid) in uids {
                guard let user = anonymous[uid] else { continue }
                let session = context.sessions.open(for: uid, sid: makeID(), at: now)
                records.append(session.record)
                let receipt = signUps.first { $0.offset == place }?.element.claimReceipt
                replies[place] = SignUpReply(user: user.told(of: receipt), session: session.tokens)
            }
            _ = try await transaction.commit(InsertSessions(records))
            return replies
        }
    }

    /// What rules pay for no more than being brought by somebody. The users are there by now: where this
    /// can't be done, their next event does it.
    private func reward(_ users: [User]) async {
        let brought = users.filter { $0.referral.referredBy != nil }.map(\.uid)
        guard !brought.isEmpty, let rules = try? await context.programme.current().paidAtSignUp,
            !rules.isEmpty
        else { return }
        try? await context.settle(rules, for: brought.sorted(), at: now, patience)
    }

    private typealias Made = (reply: SignUpReply, session: SessionRecord)

    private func makeUser(_ signUp: SignUp, _ references: SignUpReferences) -> Made {
        let user = User(
            uid: UserID(context.makeID()), referralCode: .random(),
            referral: references.referral(for: signUp), createdAt: now)
        let session = context.sessions.open(for: user.uid, sid: context.makeID(), at: now)
        return (SignUpReply(user: user, session: session.tokens), session.record)
    }

    private func insert(
        _ made: [(Int, SignUp, Made)], _ references: SignUpReferences
    ) async throws(PostgresError) {
        guard !made.isEmpty else { return }
        let users = made.map(\.2.reply.user)
        let newKeys = made.compactMap { _, signUp, made in
            signUp.keyHash.map { SignUpKey(hash: $0, uid: made.reply.user.uid, createdAt: now) }
        }
        var statements: [any Statement] = []
        if !newKeys.isEmpty {
            statements += [
                DeleteSignUpKeys(newKeys.compactMap { references.keys[$0.hash] }), InsertSignUpKeys(newKeys),
            ]
        }
        statements += [
            InsertUsers(users, through: made.map { references.link($0.1, to: $0.2.reply.user) }),
            InsertReferralCodes(users), InsertSessions(made.map(\.2.session)),
        ]
        statements += try await SignUpTraces(
            of: made.map { ($0.1, $0.2.reply.user) }, references, context
        ).statements
        var referrals: [UserID: ReferralCounts] = [:]
        for user in users {
            guard let referrer = user.referral.referredBy else { continue }
            referrals[referrer, default: ReferralCounts()].referred += 1
        }
        // At the end, where these rows are locked everywhere.
        if !referrals.isEmpty {
            if context.shards != nil { statements.append(OrderPayments(referrals.keys)) }
            statements.append(AddReferralCounts(referrals))
        }
        do throws(PostgresError) {
            try await context.pool.runAll(patience: patience.transaction, statements)
        } catch {
            // Random ids don't meet: a commit that was in doubt did hold, and this was its repeat. With a key
            // that is seen by the key.
            guard newKeys.isEmpty, error.isUniqueViolation(InsertUsers.constraint) else { throw error }
        }
    }
}

extension User {
    /// One who comes back with a receipt that names itself hears that this is no referral.
    fileprivate func told(of receipt: ClaimReceipt?) -> User {
        guard let receipt, receipt.referrer == uid, referral.status == .none else { return self }
        var user = self
        user.referral.rejection = .selfReferral
        return user
    }
}

extension ReferralCode {
    /// Fifty random bits.
    static func random() -> ReferralCode {
        ReferralCode(RandomText.crockford(length: length))!
    }
}
