internal import Accounts
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

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
        do throws(AccountError) {
            return try await show(token, page, call).response
        } catch {
            if error == .linkGone { return page.gone().response }
            throw error.problem
        }
    }

    private func show(
        _ token: MailToken, _ page: AccountPage, _ call: Call
    ) async throws(AccountError) -> WebPage {
        switch kind {
        case .undo, .release: return page.question(token)
        case .verify:
            return page.question(token, besides: try await emails.waysBesides(token, from: call.address))
        case .reset:
            let isGood = try await recovery.isGood(token, for: .reset, from: call.address)
            return isGood ? page.question(token) : page.gone()
        }
    }
}

extension ShowAccountPage {
    var operation: Operation {
        words
            .takes(.query("token", .mailToken, "What the link in the mail has."), .visitorsLanguage)
            .givesPage("A page with a button; nothing changes before it is pressed.")
            .refuses(.page(410, "The link is no longer good.", as: "LinkGonePage"))
            .refuses(.invented)
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
