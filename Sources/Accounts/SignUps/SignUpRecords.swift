internal import Postgres
internal import Referrals
internal import Rewards
internal import Store

/// Records of sign-ups besides their users: used receipts, and data for checks.
struct SignUpRecords {
    private let references: SignUpReferences
    private let fingerprinter: SignUpFingerprinter
    private let terms: TrustTerms
    private var receipts: [UsedReceipt] = []
    private var fingerprints: [SignUpFingerprints] = []

    init(_ references: SignUpReferences, _ context: AccountsContext) async throws(PostgresError) {
        self.references = references
        fingerprinter = context.fingerprints
        terms = try await context.programme.current().trust
    }

    mutating func add(_ signUp: SignUp, of user: User) {
        if let receipt = references.usedReceipt(signUp, by: user) { receipts.append(receipt) }
        guard
            let own = fingerprinter.fingerprints(
                of: user, device: signUp.device, from: signUp.address, for: terms)
        else { return }
        fingerprints += own.rows(referrer: user.referral.referredBy)
    }

    var statements: [any Statement] {
        (receipts.isEmpty ? [] : [InsertUsedReceipts(receipts)])
            + (fingerprints.isEmpty ? [] : [KeepFingerprints(fingerprints)])
    }
}
