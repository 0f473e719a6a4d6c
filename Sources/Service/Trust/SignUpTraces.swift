internal import Postgres
internal import Referrals
internal import Store

/// What sign-ups leave besides their users: receipts that were used, and what checks look at.
struct SignUpTraces {
    private var receipts: [UsedReceipt] = []
    private var marks: [SignUpMarks] = []

    init(
        of made: [(signUp: SignUp, user: User)], _ references: SignUpReferences, _ context: ServiceContext
    ) async throws(PostgresError) {
        let terms = try await context.programme.current().trust
        for (signUp, user) in made {
            if let receipt = references.usedReceipt(signUp, by: user) { receipts.append(receipt) }
            let own = context.marks.marks(of: user, device: signUp.device, from: signUp.address, for: terms)
            marks += own?.rows(referrer: user.referral.referredBy) ?? []
        }
    }

    var statements: [any Statement] {
        (receipts.isEmpty ? [] : [InsertUsedReceipts(receipts)]) + (marks.isEmpty ? [] : [KeepMarks(marks)])
    }
}
