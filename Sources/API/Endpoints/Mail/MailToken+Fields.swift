internal import Accounts
internal import HTTP
internal import JSON

extension Schema {
    static let mailTokenExample = JSONValue.string(
        "AZOPPloAfD2PIWobDJ0uQfSb1Qd0s0vHk2mW6mQZ9rQ4m1yS0n3bXl8cVt5gYw7K")

    static var mailToken: Schema {
        .string(1...200).example(mailTokenExample)
            .means("From the mailed link.")
    }
}

extension Refusal {
    static let mailOff = Refusal(
        404, "The service sends no mails, or the user doesn't exist.", [.mailOff, .notFound], as: "MailOff")

    static let invented = Refusal.page(
        429, "Too many invalid links came from the address.", as: "InventedLinksPage")

    static let linkGone = Refusal(
        410, "The link was used, has expired, was replaced by a newer one, or is unknown.",
        [AccountError.linkGone.problem], as: "LinkGone")
}

extension Problem {
    static let mailOff = Problem(of: .mailOff)
}
