package import JSON
internal import Referrals
internal import Values

// Values of the domain in requests and replies.

extension Schema {
    /// Of a currency, a milestone or a rule.
    package static var name: Schema { .string.pattern("[a-z][a-z0-9_]{0,62}") }
    package static var referralCode: Schema { .string.pattern("[0-9A-HJKMNP-TV-Z]{10}") }
    package static var linkCode: Schema { .string.pattern("[A-Za-z0-9_-]{1,128}") }

    package static var ruleName: Schema {
        .named(
            "RuleName", .string.pattern("[a-z][a-z0-9_-]{0,62}").example("level-5").means("A rule's name."))
    }

    package static var externalID: Schema {
        .string(ExternalID.lengths).pattern(#"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*"#)
    }

    /// A user in a path; keys alone name one so.
    package static var pathUser: Schema {
        .named(
            "UserName",
            .anyOf(.uuid, .string.pattern("external:.{1,255}"))
                .means("A uid, or `external:` and the user's external id, percent-encoded."))
    }

    package static var currency: Schema {
        .named("Currency", .name.example("pieces_of_eight").means("The unit of an amount."))
    }

    package static var referrer: Schema {
        .named(
            "Referrer",
            typedCode.example("7ZKQ4M9XTB", "01938f3e-4100-7a10-9b02-13f2c4d5e6a7").means(
                """
                A uid or a referral code. A code is read as people type it: in upper or lower case, I and L \
                count as 1, and O as 0. Blanks, line ends, hyphens, underscores and invisible characters \
                are ignored, and full-width letters count as letters.
                """))
    }

    /// A code that a person may have typed.
    package static var typedCode: Schema { .string(1...TypedCode.charactersMax) }

    package static var matchConfidence: Schema {
        .named(
            "MatchConfidence",
            .choice("unique", "default", "weak", "none").means(
                "How certain it is that the install came from a link, as in the reply to the claim."))
    }

    package static var personName: Schema {
        .string(UserProfile.nameCharacters)
            .pattern(#"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*"#)
            .means("One line, without control characters.")
    }
}
