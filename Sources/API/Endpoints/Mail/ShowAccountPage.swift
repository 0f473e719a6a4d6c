internal import HTTP
internal import Service

/// Asks whoever followed the link of a mail. Nothing changes by that: programs that look into mails follow
/// links, too.
struct ShowAccountPage: Endpoint {
    let kind: AccountPage.Kind
    let recovery: RecoveryService
    let brand: PageBrand?

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let page = AccountPage(kind: kind, brand: brand, language: call.pageLanguage)
        guard let token = call.request.query["token"].flatMap(MailToken.init) else {
            return page.gone().response
        }
        guard kind == .reset else { return page.question(token).response }
        let isGood = try await serving { () throws(AccountError) in try await recovery.isGood(token) }
        return (isGood ? page.question(token) : page.gone()).response
    }
}

extension ShowAccountPage {
    var operation: Operation {
        words
            .takes(.query("token", .mailToken, "What the link in the mail has."), .visitorsLanguage)
            .givesPage("A page with a button; nothing changes before it is pressed.")
            .refuses(.page(410, "The link is no longer good.", as: "LinkGonePage"))
    }

    private var words: Operation {
        switch kind {
        case .verify: Operation("showVerifyPage", .opening, "Where a mail's link leads that proves an e-mail")
        case .reset: Operation("showResetPage", .opening, "Where a mail's link leads to a new password")
        case .undo: Operation("showUndoPage", .opening, "Where a mail's link leads that keeps an e-mail")
        }
    }
}
