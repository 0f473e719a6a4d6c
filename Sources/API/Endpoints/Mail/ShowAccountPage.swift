internal import HTTP
internal import Referrals
internal import Service

/// Asks whoever followed the link of a mail. Nothing changes by that: programs that look into mails follow
/// links, too.
struct ShowAccountPage: Endpoint {
    let kind: AccountPage.Kind
    let emails: EmailService
    let recovery: RecoveryService
    let brand: PageBrand?

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let page = AccountPage(kind: kind, brand: brand, language: call.pageLanguage)
        guard let token = call.request.query["token"].flatMap(MailToken.init) else {
            return page.gone().response
        }
        switch kind {
        case .undo, .release: return page.question(token).response
        case .verify:
            let ways = try await serving { () throws(AccountError) in try await emails.waysBesides(token) }
            return page.question(token, besides: ways).response
        case .reset:
            let isGood = try await serving { () throws(AccountError) in
                try await recovery.isGood(token, for: .reset)
            }
            return (isGood ? page.question(token) : page.gone()).response
        }
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
        case .undo: Operation("showUndoPage", .opening, "Where a mail's link leads that undoes a change")
        case .release:
            Operation(
                "showReleasePage", .opening, "Where a mail's link leads that takes an e-mail off an account")
        }
    }
}
