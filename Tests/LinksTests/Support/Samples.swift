import Values

/// What tests name once.
enum Sample {
    static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    static let code = ReferralCode("0123456789")!
}
