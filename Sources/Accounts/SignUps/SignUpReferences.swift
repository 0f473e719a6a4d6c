internal import Batching
internal import Crypto
internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The users and links that a batch of sign-ups refers to.
struct SignUpReferences {
    private var referrals: ReferralReferences
    /// By hash: the users that Idempotency-Keys have made.
    private(set) var keys: [[UInt8]: SignUpKey] = [:]
    /// By thumbprint: the users of install keys.
    private(set) var installKeys: [[UInt8]: InstallKeyRecord] = [:]

    /// Reads them in one round trip, or in none when there is nothing to read.
    init(_ signUps: [SignUp], _ context: AccountsContext, at now: Timestamp) async throws(PostgresError) {
        referrals = ReferralReferences(context, at: now)
        let thumbprints = signUps.compactMap { $0.installKey.map(context.sessions.installKeys.thumbprint) }
        if !thumbprints.isEmpty {
            let found = try await context.pool.run(FindInstallKeys(thumbprints))
            for key in found { installKeys[key.thumbprint] = key }
        }
        let hashes = signUps.compactMap(\.keyHash)
        let evidence = signUps.map(\.evidence)
        let (codes, uids, receipts) = (evidence.codes, evidence.uids, evidence.receipts)
        guard !hashes.isEmpty || !codes.isEmpty || !uids.isEmpty || !receipts.isEmpty else { return }
        let (names, users, known) = (FindReferralCodes(codes), FindUsersByID(uids), FindSignUpKeys(hashes))
        let foundCodes: [FindReferralCodes.Row]
        let foundUsers: [User]
        let foundKeys: [SignUpKey]
        var used: [FindUsedReceipts.Row] = []
        if receipts.isEmpty {
            (foundCodes, foundUsers, foundKeys) = try await context.pool.run(names, users, known)
        } else {
            (foundCodes, foundUsers, foundKeys, used) = try await context.pool.run(
                names, users, known, FindUsedReceipts(receipts))
        }
        referrals = ReferralReferences(
            codes: foundCodes, users: try await context.pool.today(foundUsers), used: used, context, at: now)
        for key in foundKeys { keys[key.hash] = key }
    }

    /// A new user's referrer, or the reason why none was recorded.
    func referral(for signUp: SignUp) -> Referral { referrals.referral(by: signUp.evidence) }

    /// Which receipt made the user's referral; nil where none did.
    func usedReceipt(_ signUp: SignUp, by user: User) -> UsedReceipt? {
        referrals.usedReceipt(signUp.evidence, for: user.referral, by: user.uid)
    }

    /// The link that brought the user, from a valid receipt.
    func link(_ signUp: SignUp, to user: User) -> LinkCode? {
        referrals.link(in: signUp.evidence, for: user.referral)
    }
}
