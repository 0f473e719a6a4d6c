internal import Referrals
internal import Rewards

extension AccountService {
    /// The referral of a user whose install comes back and names a referrer: recorded now, or with the reason
    /// why not.
    func referral(
        of user: User, naming evidence: ReferralEvidence
    ) async throws(AccountError) -> Referral {
        do throws(AccountError) {
            return try await recordReferrer(evidence, of: user.uid)
        } catch {
            guard let rejection = error.rejection else { throw error }
            var referral = user.referral
            referral.rejection = rejection
            return referral
        }
    }
}
