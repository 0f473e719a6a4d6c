internal import Accounts
internal import HTTP
internal import Pages

/// Why an administrator does something with an account.
struct SupportInput: BodyInput {
    let reason: String

    static var schema: Schema {
        .closed("SupportRequest", means: "Why it is done.", ["reason": .wordyReason])
    }

    init(_ fields: inout Fields) throws(Problem) {
        let reason = fields.wordyReason()
        self.reason = try fields.finish(reason)
    }
}

extension Call {
    func order(because reason: String) -> SupportService.Order {
        SupportService.Order(actor: actor, reason: reason, language: pageLanguage.rawValue)
    }
}
