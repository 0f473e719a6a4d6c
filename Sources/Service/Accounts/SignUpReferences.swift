internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Whom and what a batch of sign-ups refers to.
struct SignUpReferences {
    private var codes: [ReferralCode: UserID] = [:]
    private var users: Set<UserID> = []
    /// By hash: the users that Idempotency-Keys have made.
    private(set) var keys: [[UInt8]: SignUpKey] = [:]

    /// Reads them in one round trip, or in none when there is nothing to read.
    init(_ signUps: [SignUp], pool: PostgresPool) async throws(PostgresError) {
        let hashes = signUps.compactMap(\.keyHash)
        let names = signUps.compactMap(\.referrer)
        guard !hashes.isEmpty || !names.isEmpty else { return }
        let (foundCodes, foundUsers, foundKeys) = try await pool.run(
            FindReferralCodes(names.compactMap(\.code)), FindUsersByID(names.compactMap(\.uid)),
            FindSignUpKeys(hashes))
        for found in foundCodes { codes[found.code] = found.uid }
        users = Set(foundUsers.lazy.filter { !$0.isErased }.map(\.uid))
        for key in foundKeys { keys[key.hash] = key }
    }

    /// Who referred a new user, or why that could not be recorded.
    func referral(for signUp: SignUp) -> Referral {
        guard let name = signUp.referrer else {
            return Referral(matchConfidence: signUp.matchConfidence)
        }
        guard let referrer = referrer(named: name) else {
            return Referral(
                matchConfidence: signUp.matchConfidence, rejection: .unknownReferrer,
                rejectedName: name.description)
        }
        return Referral(referredBy: referrer, matchConfidence: signUp.matchConfidence)
    }

    private func referrer(named name: NamedReferrer) -> UserID? {
        switch name {
        case .code(let code): codes[code]
        case .user(let uid): users.contains(uid) ? uid : nil
        }
    }
}

extension NamedReferrer {
    var code: ReferralCode? {
        if case .code(let code) = self { code } else { nil }
    }

    var uid: UserID? {
        if case .user(let uid) = self { uid } else { nil }
    }
}
