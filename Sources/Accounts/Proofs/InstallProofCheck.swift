internal import Batching
internal import Crypto
internal import Postgres
internal import Store
internal import Values

/// Checks that an install has signed a call with its key, as RFC 9449 does.
struct InstallProofCheck {
    /// How far a device's clock may be off, and how long a nonce counts.
    private static let seconds: Int64 = 60

    let context: AccountsContext

    /// Verifies a proof and uses it up.
    ///
    /// - Parameter encrypted: the user's key.
    func use<Refusal: ServiceError>(
        _ call: SignedCall?, by encrypted: [UInt8], of uid: UserID, needsToken: Bool = false,
        or refusal: (InstallProofError) -> Refusal
    ) async throws(Refusal) {
        guard let call else { throw refusal(.required) }
        guard let key = context.sessions.installKeys.key(in: encrypted, of: uid) else { throw .internalError }
        let use: UsedProof
        do throws(InstallProofError) {
            use = try verify(call, by: key, of: uid, needsToken: needsToken)
        } catch {
            throw refusal(error)
        }
        guard try await isFirst(use, Refusal.self) else { throw refusal(.wrong) }
    }

    /// Whether this is the first use of a proof.
    func isFirst<Refusal: ServiceError>(_ use: UsedProof, _: Refusal.Type) async throws(Refusal) -> Bool {
        try await context.call(Refusal.self) { () throws(PostgresError) in
            try await !context.pool.run(UseProof(use)).isEmpty
        }
    }

    /// - Returns: how the proof is marked as used.
    func verify(
        _ call: SignedCall, by key: InstallKey, of uid: UserID, needsToken: Bool = false
    ) throws(InstallProofError) -> UsedProof {
        guard let text = call.proof else { throw .required }
        guard let proof = InstallProof(text, signedBy: key), proof.method == call.method,
            isOurs(proof.uri, call),
            isOfToken(proof, call.token, needsToken)
        else { throw .wrong }
        try checkTime(of: proof)
        return use(of: proof, by: uid)
    }

    /// Whether the install signed this server's name: a relay under another name gets proofs of that.
    private func isOurs(_ uri: ProofURI, _ call: SignedCall) -> Bool {
        guard let own = context.publicURI else {
            return uri.host == call.host && call.paths.contains(uri.path)
        }
        let prefix = own.path == "/" ? "" : own.path
        return uri.host == own.host && call.paths.contains { uri.path == $0 || uri.path == prefix + $0 }
    }

    private func isOfToken(_ proof: InstallProof, _ token: String?, _ isNeeded: Bool) -> Bool {
        guard let hash = proof.tokenHash else { return !isNeeded }
        guard let token else { return true }
        return Sodium.areEqual(hash, SHA256.hash(Array(token.utf8)))
    }

    private func checkTime(of proof: InstallProof) throws(InstallProofError) {
        let now = context.clock.now
        let nonces = context.sessions.installKeys.nonces
        if let nonce = proof.nonce {
            guard let seconds = nonces.seconds(of: nonce), abs(now.secondsSince1970 - seconds) <= Self.seconds
            else { throw .wrongTime(time(now, nonces)) }
            return
        }
        guard abs(Double(now.secondsSince1970) - proof.issuedAtSeconds) <= Double(Self.seconds) else {
            throw .wrongTime(time(now, nonces))
        }
    }

    private func time(_ now: Timestamp, _ nonces: ProofNonce) -> InstallTime {
        InstallTime(now: now, nonce: nonces.text(atSeconds: now.secondsSince1970))
    }

    /// It is kept until no clock and no nonce lets the proof count.
    private func use(of proof: InstallProof, by uid: UserID) -> UsedProof {
        let key = context.proofKey
        func hash(_ word: String) -> [UInt8] {
            BLAKE2b.hash(Array("\(word) \(proof.id)".utf8), key: key.bytes, byteCount: 32)
        }
        return UsedProof(
            uid: uid, tokenHash: hash("install"), requestHash: hash("call"),
            expiresAt: context.clock.now.adding(seconds: 3 * Self.seconds))
    }
}
