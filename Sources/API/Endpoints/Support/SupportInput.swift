internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Why an administrator does something with an account.
struct SupportInput: FormedInput {
    let reason: String

    static let form = RequestForm(
        "SupportRequest", means: "The reason.", Field("reason", .wordyReason)
    ) { SupportInput(reason: $0) }
}

extension Call {
    func order(because reason: String) -> SupportService.Order {
        SupportService.Order(actor: actor, reason: reason, language: pageLanguage.rawValue)
    }
}
