internal import Store

/// The proof of one refresh, which counts once however often the refresh is tried.
struct RefreshProof {
    let context: AccountsContext
    /// Nil for a caller that can't sign.
    let call: SignedCall?
    private var isUsed = false

    init(context: AccountsContext, call: SignedCall?) {
        self.context = context
        self.call = call
    }

    /// Uses the proof up.
    ///
    /// - Returns: false for a session without an install key, and without a session.
    /// - Throws: `.unproved` for a session whose key has not signed the call.
    mutating func holds(for session: SessionRecord?) async throws(SessionError) -> Bool {
        guard let session, let encrypted = session.installKey else { return false }
        if isUsed { return true }
        try await InstallProofCheck(context: context).use(
            call, by: encrypted, of: session.uid, needsToken: true, or: SessionError.unproved)
        isUsed = true
        return true
    }
}
