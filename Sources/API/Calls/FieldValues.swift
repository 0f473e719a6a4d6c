internal import Accounts
internal import FoundationEssentials
internal import HTTP
internal import Links
internal import Referrals
internal import Values

/// Domain values out of text, for `Fields.value`; each says what it wants.
enum FieldValues {
    static func email(_ text: String) throws(FieldError) -> EmailAddress {
        try require(EmailAddress(text), "Not an e-mail address.")
    }

    static func uuid(_ text: String) throws(FieldError) -> UUID {
        try require(UUID(text: text), "A UUID is needed.")
    }

    static func uid(_ text: String) throws(FieldError) -> UserID {
        UserID(try uuid(text))
    }

    static func externalID(_ text: String) throws(FieldError) -> ExternalID {
        try require(ExternalID(text), "An external id is 1 to 255 characters, without control characters.")
    }

    static func referrer(_ text: String) throws(FieldError) -> NamedReferrer {
        try require(NamedReferrer(text), "A uid or a referral code is needed.")
    }

    static func referralCode(_ text: String) throws(FieldError) -> ReferralCode {
        try require(ReferralCode(text), "A referral code has 10 characters of Crockford's base32.")
    }

    /// A claim's `match`; a claim without a link has no confidence.
    static func matchConfidence(_ text: String) throws(FieldError) -> MatchConfidence? {
        if text == Match.none.rawValue { return nil }
        return try require(MatchConfidence(rawValue: text), "Must be unique, default, weak or none.")
    }

    static func currency(_ text: String) throws(FieldError) -> Currency {
        try require(Currency(text), currencyForm)
    }

    static let currencyForm = "A currency is a lower-case letter and up to 62 letters, digits or _."

    static func counter(_ text: String) throws(FieldError) -> Counter {
        try require(Counter(text), "A counter is a lower-case letter and up to 62 letters, digits or _.")
    }

    static func milestone(_ text: String) throws(FieldError) -> Milestone {
        try require(Milestone(text), "A milestone is a lower-case letter and up to 62 letters, digits or _.")
    }

    static func ruleName(_ text: String) throws(FieldError) -> RuleName {
        try require(
            RuleName(text), "A rule's name is a lower-case letter and up to 62 letters, digits, - or _.")
    }

    static func time(_ text: String) throws(FieldError) -> Timestamp {
        try require(RFC3339.parse(text), "A time is needed, such as 2026-11-21T12:00:00.000Z.")
    }

    /// Shown to others: one line, without controls.
    static func personName(_ text: String) throws(FieldError) -> String {
        let lengths = ProfileService.nameCharacters
        guard text.unicodeScalars.count >= lengths.lowerBound else {
            throw FieldError(.tooShort, "At least \(lengths.lowerBound) character is needed.")
        }
        guard text.unicodeScalars.count <= lengths.upperBound else {
            throw FieldError(.tooLong, "At most \(lengths.upperBound) characters are allowed.")
        }
        return try require(
            text.unicodeScalars.allSatisfy(isShown) ? text : nil,
            "A name is one line without control characters.")
    }

    /// Neither a control nor a line's or paragraph's end.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    static func require<Value>(_ value: Value?, _ detail: String) throws(FieldError) -> Value {
        guard let value else { return try refuse(detail) }
        return value
    }

    static func refuse<Value>(_ detail: String) throws(FieldError) -> Value {
        throw FieldError(.invalid, detail)
    }
}

extension Schema {
    static var externalID: Schema {
        .string(ExternalID.lengths).pattern(#"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*"#)
    }

    /// A user in a path; keys alone name one so.
    static var pathUser: Schema {
        .named(
            "UserName",
            .anyOf(.uuid, .string.pattern("external:.{1,255}"))
                .means("A uid, or `external:` and the user's external id, percent-encoded."))
    }

    static var currency: Schema {
        .named("Currency", .name.example("pieces_of_eight").means("The unit of an amount."))
    }

    static var referrer: Schema {
        .named(
            "Referrer",
            .string.pattern("([0-9A-TV-Za-tv-z]{10}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})")
                .example("7ZKQ4M9XTB", "01938f3e-4100-7a10-9b02-13f2c4d5e6a7").means(
                    """
                    A uid or a referral code. A code is read as Crockford's base32: in upper or lower case, \
                    I and L count as 1, and O as 0.
                    """))
    }

    static var matchConfidence: Schema {
        .named(
            "MatchConfidence",
            .choice("unique", "default", "weak", "none").means(
                "How certain it is that the install came from a link, as in the reply to the claim."))
    }

    static var personName: Schema {
        .string(ProfileService.nameCharacters)
            .pattern(#"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*"#)
            .means("One line, without control characters.")
    }

}
