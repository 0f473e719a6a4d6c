internal import Batching
internal import Crypto
internal import EventLoops
internal import Limits
internal import Postgres
internal import Referrals
internal import Store
internal import Values

extension ProofCheck {
    /// The proof of an anonymous user: by the key of its install, where it has one.
    ///
    /// - Parameter encrypted: the user's install key; nil for none.
    /// - Throws: `.proofRequired`, `.proofWrong`, `.installProofTime`, `.tooManyRequests`.
    func verify(
        _ request: ProofRequest, of account: AccountWays, by encrypted: [UInt8]?
    ) throws(Refusal) -> VerifiedProof {
        guard let encrypted else { return VerifiedProof(.notNeeded, of: account) }
        let uid = account.user.uid
        guard let key = context.sessions.installKeys.key(in: encrypted, of: uid) else { throw .internalError }
        guard let call = request.signed, call.proof != nil else { throw .proofRequired }
        let limit = RateLimitKey(request.session ?? request.uid.uuid)
        try limits.wrongProofsPerSession.take(limit, or: Refusal.tooManyRequests)
        do throws(InstallProofError) {
            let use = try InstallProofCheck(context: context).verify(call, by: key, of: uid)
            limits.wrongProofsPerSession.refund(limit, at: .now)
            return VerifiedProof(.notNeeded, of: account, using: use)
        } catch {
            if case .wrongTime = error { limits.wrongProofsPerSession.refund(limit, at: .now) }
            throw error.refusal()
        }
    }

    /// Uses a proof up outside the transaction that it permits.
    func use(_ proof: VerifiedProof) async throws(Refusal) {
        if let use = proof.use { try await self.use(use) }
    }

    func use(_ use: UsedProof) async throws(Refusal) {
        guard try await InstallProofCheck(context: context).isFirst(use, Refusal.self) else {
            throw .proofWrong
        }
    }
}

extension InstallProofError {
    /// The same, for a call that needs proof.
    func refusal<Refusal: ProofError>() -> Refusal {
        switch self {
        case .required: .proofRequired
        case .wrong: .proofWrong
        case .wrongTime(let time): .installProofTime(time)
        }
    }
}
