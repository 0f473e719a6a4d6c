internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

/// The columns of `users` that make a `User`, in the order in which `readUser` reads them.
enum UserRow {
    static let columns = """
        u.uid, u.email, u.email_verified_at IS NOT NULL, u.referral_code, u.referred_by, u.match_confidence, \
        u.referral_source, u.referral_rejection, u.rejected_claim, \(ProgressColumn.columns), u.signed_up_at, \
        u.last_signin_at, u.created_at, u.settled_rules, u.external_id, u.former
        """

    /// Of one who was neither erased nor merged.
    static let isThere =
        "u.referral_code <> ALL ('{\(ReferralCode.ofErased),\(ReferralCode.ofMerged)}')"
}

extension RowReader {
    mutating func readUser() throws(PostgresError) -> User {
        User(
            uid: try readUserID(),
            email: try readOptional(EmailAddress.init),
            isEmailVerified: try read(),
            referralCode: try readValue(ReferralCode.init),
            referral: Referral(
                referredBy: try readOptionalUserID(),
                matchConfidence: try readOptional(MatchConfidence.init(rawValue:)),
                proof: try readOptional(ReferralSource.init(rawValue:)),
                rejection: try readOptional(Referral.Rejection.init(rawValue:)),
                rejectedName: try read()),
            progress: try readProgress(),
            signedUpAt: try readOptionalTimestamp(),
            lastSignInAt: try readOptionalTimestamp(),
            createdAt: try readTimestamp(),
            memory: try readMemory(),
            externalID: try readOptional(ExternalID.init),
            former: try readFormer())
    }

    private mutating func readFormer() throws(PostgresError) -> [UserID] {
        let uids: [UUID]? = try read()
        return uids?.map { UserID($0) } ?? []
    }

    private mutating func readMemory() throws(PostgresError) -> [RuleName: Outcome] {
        let texts: [String] = try read()
        var memory: [RuleName: Outcome] = [:]
        for text in texts {
            guard let separator = text.firstIndex(of: "="),
                let outcome = Outcome(rawValue: String(text[text.index(after: separator)...]))
            else { throw .decoding("remembered rule \(text)") }
            memory[RuleName(kept: String(text[..<separator]))] = outcome
        }
        return memory
    }
}

extension User {
    /// `memory` as `users.settled_rules` keeps it.
    var memoryTexts: [String] {
        memory.map { "\($0.key)=\($0.value.rawValue)" }.sorted()
    }
}
