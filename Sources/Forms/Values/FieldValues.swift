package import Basics
package import FoundationEssentials
package import JSON
package import Links
package import Referrals
package import Values

/// Domain values out of text, for `Fields.value`; each says what it wants.
package enum FieldValues {
    package static func email(_ text: String) throws(FieldError) -> EmailAddress {
        try require(EmailAddress(text), "Not an e-mail address.")
    }

    package static func uuid(_ text: String) throws(FieldError) -> UUID {
        try require(UUID(text: text), "A UUID is needed.")
    }

    package static func uid(_ text: String) throws(FieldError) -> UserID {
        UserID(try uuid(text))
    }

    package static func externalID(_ text: String) throws(FieldError) -> ExternalID {
        try require(ExternalID(text), "An external id is 1 to 255 characters, without control characters.")
    }

    package static func referrer(_ text: String) throws(FieldError) -> NamedReferrer {
        try require(NamedReferrer(text), "A uid or a referral code is needed.")
    }

    package static func referralCode(_ text: String) throws(FieldError) -> ReferralCode {
        try require(ReferralCode(text), "A referral code has 10 letters and digits.")
    }

    /// A claim's `match`; a claim without a link has no confidence.
    package static func matchConfidence(_ text: String) throws(FieldError) -> MatchConfidence? {
        if text == Match.none.rawValue { return nil }
        return try require(MatchConfidence(rawValue: text), "Must be unique, default, weak or none.")
    }

    package static func currency(_ text: String) throws(FieldError) -> Currency {
        try require(Currency(text), currencyForm)
    }

    package static let currencyForm = "A currency is a lower-case letter and up to 62 letters, digits or _."

    package static func counter(_ text: String) throws(FieldError) -> Counter {
        try require(Counter(text), "A counter is a lower-case letter and up to 62 letters, digits or _.")
    }

    package static func milestone(_ text: String) throws(FieldError) -> Milestone {
        try require(Milestone(text), "A milestone is a lower-case letter and up to 62 letters, digits or _.")
    }

    package static func platform(_ text: String) throws(FieldError) -> PlatformFamily {
        try require(PlatformFamily(rawValue: text), "A platform is ios, android or desktop.")
    }

    package static func ruleName(_ text: String) throws(FieldError) -> RuleName {
        try require(
            RuleName(text), "A rule's name is a lower-case letter and up to 62 letters, digits, - or _.")
    }

    package static func time(_ text: String) throws(FieldError) -> Timestamp {
        try require(RFC3339.parse(text), "A time is needed, such as 2026-11-21T12:00:00.000Z.")
    }

    package static func day(_ text: String) throws(FieldError) -> CivilDate {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isShaped =
            parts.map(\.utf8.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy(\.isDigit)
        let numbers = isShaped ? parts.compactMap { Int64($0) } : []
        let date = numbers.count == 3 ? CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
        return try require(
            date.flatMap { $0.isReal ? $0 : nil }, "A day is needed, such as 2026-11-22.")
    }

    /// Shown to others: one line, without controls.
    package static func personName(_ text: String) throws(FieldError) -> String {
        let lengths = UserProfile.nameCharacters
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

    package static func require<Value>(_ value: Value?, _ detail: String) throws(FieldError) -> Value {
        guard let value else { return try refuse(detail) }
        return value
    }

    package static func refuse<Value>(_ detail: String) throws(FieldError) -> Value {
        throw FieldError(.invalid, detail)
    }
}
