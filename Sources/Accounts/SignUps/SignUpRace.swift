internal import Postgres
internal import Store

/// Two calls that want the same random referral code, the same keys or the same receipt: one comes first.
enum SignUpRace {
    private static let attemptsMax = 5

    /// Runs `attempt` again when it came second; its next look at the database finds the first.
    static func retrying<Value>(
        _ attempt: () async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        for _ in 1..<attemptsMax {
            do throws(PostgresError) {
                return try await attempt()
            } catch {
                guard isLost(error) else { throw error }
            }
        }
        return try await attempt()
    }

    private static func isLost(_ error: PostgresError) -> Bool {
        error.isUniqueViolation(InsertReferralCodes.constraint)
            || error.isUniqueViolation(InsertSignUpKeys.constraint)
            || error.isUniqueViolation(InsertInstallKeys.constraint)
            || error.isUniqueViolation(InsertUsedReceipts.constraint)
    }
}
