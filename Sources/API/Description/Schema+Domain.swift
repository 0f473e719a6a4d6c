// Values of the domain in requests and replies.

extension Schema {
    /// Of a currency, a milestone or a rule.
    package static var name: Schema { .string.pattern("[a-z][a-z0-9_]{0,62}") }
    static var referralCode: Schema { .string.pattern("[0-9A-HJKMNP-TV-Z]{10}") }
    package static var linkCode: Schema { .string.pattern("[A-Za-z0-9_-]{1,128}") }
}
