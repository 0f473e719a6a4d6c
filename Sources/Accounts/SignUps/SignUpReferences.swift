internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The users and links that a batch of sign-ups refers to.
struct SignUpReferences {
    private var codes: [ReferralCode: UserID] = [:]
    /// The users that uids resolve to, mostly themselves.
    private var users: [UserID: UserID] = [:]
    /// By hash: the users that Idempotency-Keys have made.
    private(set) var keys: [[UInt8]: SignUpKey] = [:]
    /// By thumbprint: the users of install keys.
    private(set) var installKeys: [[UInt8]: InstallKeyRecord] = [:]
    /// Receipts that were used before.
    private var used: Set<UUID> = []
    private let receiptKey: Subkey
    private let now: Timestamp

    /// Reads them in one round trip, or in none when there is nothing to read.
    init(_ signUps: [SignUp], _ context: AccountsContext, at now: Timestamp) async throws(PostgresError) {
        (receiptKey, self.now) = (context.receiptKey, now)
        let thumbprints = signUps.compactMap { $0.installKey.map(context.sessions.installKeys.thumbprint) }
        if !thumbprints.isEmpty {
            let found = try await context.pool.run(FindInstallKeys(thumbprints))
            for key in found { installKeys[key.thumbprint] = key }
        }
        let hashes = signUps.compactMap(\.keyHash)
        let names = signUps.compactMap(\.referrer)
        let receipts = signUps.compactMap(\.claimReceipt)
        guard !hashes.isEmpty || !names.isEmpty || !receipts.isEmpty else { return }
        let codes = FindReferralCodes(names.compactMap(\.code))
        let uids = FindUsersByID(names.compactMap(\.uid) + receipts.compactMap(\.referrer))
        let foundCodes: [FindReferralCodes.Row]
        let foundUsers: [User]
        let foundKeys: [SignUpKey]
        if receipts.isEmpty {
            (foundCodes, foundUsers, foundKeys) = try await context.pool.run(
                codes, uids, FindSignUpKeys(hashes))
        } else {
            let found: [UUID]
            (foundCodes, foundUsers, foundKeys, found) = try await context.pool.run(
                codes, uids, FindSignUpKeys(hashes), FindUsedReceipts(receipts.map(\.id)))
            used = Set(found)
        }
        for found in foundCodes { self.codes[found.code] = found.uid }
        users = try await context.pool.today(foundUsers).mapValues(\.uid)
        for key in foundKeys { keys[key.hash] = key }
    }

    /// A new user's referrer, or the reason why none was recorded.
    func referral(for signUp: SignUp) -> Referral {
        if let text = signUp.receipt { return referral(by: text, for: signUp) }
        guard let name = signUp.referrer else {
            return Referral(matchConfidence: signUp.matchConfidence)
        }
        guard let referrer = referrer(named: name) else {
            return Referral(
                matchConfidence: signUp.matchConfidence, rejection: .unknownReferrer,
                rejectedName: name.description)
        }
        return Referral(referredBy: referrer, matchConfidence: signUp.matchConfidence, proof: name.proof)
    }

    /// A receipt's content; the app's own `match` can only lower the confidence.
    private func referral(by text: String, for signUp: SignUp) -> Referral {
        let receipt = signUp.claimReceipt
        func rejected(_ reason: Referral.Rejection) -> Referral {
            Referral(
                matchConfidence: signUp.matchConfidence, rejection: reason,
                rejectedName: receipt?.referrer?.description ?? String(text.prefix(36)))
        }
        guard let receipt else { return rejected(.receiptInvalid) }
        if let refusal = receipt.refusal(keyHash: signUp.claimKeyHash, at: now, key: receiptKey) {
            return rejected(refusal)
        }
        guard !used.contains(receipt.id) else { return rejected(.receiptUsed) }
        guard let named = receipt.referrer else {
            return Referral(matchConfidence: signUp.matchConfidence, proof: receipt.source)
        }
        guard let referrer = users[named] else { return rejected(.unknownReferrer) }
        return Referral(
            referredBy: referrer, matchConfidence: receipt.source.lowered(by: signUp.matchConfidence).match,
            proof: receipt.source)
    }

    /// Which receipt made the user's referral; nil where none did.
    func usedReceipt(_ signUp: SignUp, by user: User) -> UsedReceipt? {
        guard let receipt = signUp.claimReceipt, user.referral.rejection == nil else { return nil }
        return UsedReceipt(id: receipt.id, uid: user.uid, expiresAt: receipt.expiresAt)
    }

    /// The link that brought the user, from a valid receipt.
    func link(_ signUp: SignUp, to user: User) -> LinkCode? {
        guard let receipt = signUp.claimReceipt, user.referral.referredBy != nil,
            user.referral.rejection == nil
        else { return nil }
        return receipt.link
    }

    private func referrer(named name: NamedReferrer) -> UserID? {
        switch name {
        case .code(let code): codes[code]
        case .user(let uid): users[uid]
        }
    }
}

extension ReferralSource {
    /// A claim's `match`, which servers of an earlier version use. Nil without one.
    fileprivate var match: MatchConfidence? {
        switch self {
        case .claimUnique: .unique
        case .claimDefault: .default
        case .claimWeak: .weak
        case .code, .unproven: nil
        }
    }
}
