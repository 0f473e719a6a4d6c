internal import Accounts
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Asks the visitor of a mailed link for a confirmation. Opening it changes nothing, because mail scanners
/// follow links too.
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
            .takes(.query("token", .mailToken, "The token of the mailed link."), .visitorsLanguage)
            .givesPage("A page with a button; nothing changes before it is pressed.")
            .refuses(.page(410, "The link is no longer valid.", as: "LinkGonePage"))
            .refuses(.invented)
    }

    private var words: Operation {
        switch kind {
        case .verify: Operation("showVerifyPage", .opening, "Open the page that verifies an e-mail")
        case .reset: Operation("showResetPage", .opening, "Open the page that resets a password")
        case .undo: Operation("showUndoPage", .opening, "Open the page that undoes an account's change")
        case .release:
            Operation(
                "showReleasePage", .opening, "Open the page that takes an e-mail off an account")
        }
    }
}
