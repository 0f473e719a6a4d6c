internal import HTTP
internal import Referrals
internal import Rewards

// Why somebody moves money, or decides about it.

extension Fields {
    /// A reason for the audit, which has more than blanks.
    mutating func wordyReason() -> String? {
        let reason = string("reason", length: 1...Posting.reasonCharactersMax)
        if let reason, reason.allSatisfy(\.isWhitespace) {
            note("reason", .tooShort, "A reason has more than blanks.")
        }
        return reason
    }
}

extension Schema {
    static var wordyReason: Schema {
        .string(1...Posting.reasonCharactersMax).pattern("[\\s\\S]*\\S[\\s\\S]*").means(
            "For the audit; more than blanks.")
    }
}

extension FieldValues {
    static func shortfall(_ text: String) throws(FieldError) -> RewardReversal.Shortfall {
        try require(
            RewardReversal.Shortfall(rawValue: text), "This is one of refuse and take_what_is_there.")
    }
}
