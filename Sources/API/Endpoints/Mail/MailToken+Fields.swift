internal import Accounts
internal import HTTP
internal import JSON

extension Schema {
    static let mailTokenExample = JSONValue.string(
        "AZOPPloAfD2PIWobDJ0uQfSb1Qd0s0vHk2mW6mQZ9rQ4m1yS0n3bXl8cVt5gYw7K")

    static var mailToken: Schema {
        .string(1...200).example(mailTokenExample)
            .means("As the link in the mail has it.")
    }
}

extension Refusal {
    static let mailOff = Refusal(
        404, "The service sends no mails; or there is no such user.", [.mailOff, .notFound], as: "MailOff")

    static let invented = Refusal.page(
        429, "Too many links that nobody was mailed came from the address.", as: "InventedLinksPage")

    static let linkGone = Refusal(
        410, "The link was used, is too old, was replaced by a newer one, or never was.",
        [AccountError.linkGone.problem], as: "LinkGone")
}

extension Problem {
    static let mailOff = Problem(of: .mailOff)
}
