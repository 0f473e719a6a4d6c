internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Asks a user who is signed in for the password once more. Wrong ones are counted for each user: who tries
/// many has found a session that isn't theirs.
struct HolderCheck {
    let context: ServiceContext
    let passwords: PasswordService<AccountError>
    let limits: RateLimits

    func holder(
        of uid: UserID, password: String, from address: PeerAddress
    ) async throws(AccountError) -> CredentialRecord {
        let key = RateLimitKey(uid.uuid)
        try limits.credentialFailuresPerUser.take(key, or: AccountError.tooManyRequests)
        do throws(AccountError) {
            let credential = try await credential(of: uid, password, address)
            limits.credentialFailuresPerUser.refund(key, at: .now)
            return credential
        } catch {
            if error != .wrongPassword { limits.credentialFailuresPerUser.refund(key, at: .now) }
            throw error
        }
    }

    private func credential(
        of uid: UserID, _ password: String, _ address: PeerAddress
    ) async throws(AccountError) -> CredentialRecord {
        let users = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]))
        }
        guard let user = users.first else { throw .userNotFound }
        guard let email = user.email else { throw .noEmail }
        let found = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email))
        }
        guard let credential = found.first, credential.uid == uid,
            try await passwords.verify(password, against: credential, for: party(uid, address)) != .wrong
        else { throw .wrongPassword }
        return credential
    }

    func party(_ uid: UserID, _ address: PeerAddress) -> WorkParty {
        WorkParty(group: RateLimitKey(address).hash, member: RateLimitKey(uid.uuid).hash)
    }
}
