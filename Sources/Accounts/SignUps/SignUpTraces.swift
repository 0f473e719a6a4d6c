internal import Postgres
internal import Referrals
internal import Rewards
internal import Store

/// Traces of sign-ups besides their users: used receipts, and data for checks.
struct SignUpTraces {
    private let references: SignUpReferences
    private let maker: MarkMaker
    private let terms: TrustTerms
    private var receipts: [UsedReceipt] = []
    private var marks: [SignUpMarks] = []

    init(_ references: SignUpReferences, _ context: AccountsContext) async throws(PostgresError) {
        self.references = references
        maker = context.marks
        terms = try await context.programme.current().trust
    }

    mutating func add(_ signUp: SignUp, of user: User) {
        if let receipt = references.usedReceipt(signUp, by: user) { receipts.append(receipt) }
        guard let own = maker.marks(of: user, device: signUp.device, from: signUp.address, for: terms)
        else { return }
        marks += own.rows(referrer: user.referral.referredBy)
    }

    var statements: [any Statement] {
        (receipts.isEmpty ? [] : [InsertUsedReceipts(receipts)]) + (marks.isEmpty ? [] : [KeepMarks(marks)])
    }
}
