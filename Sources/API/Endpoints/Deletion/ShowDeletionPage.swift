internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// The page by which an account is deleted without the app. Looking at it changes nothing.
struct ShowDeletionPage: Endpoint {
    let deletions: MailedDeletionService
    let brand: PageBrand?

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let page = DeletionPage(brand: brand, language: call.pageLanguage)
        try await mappingErrors { () throws(AccountError) in try deletions.check() }
        guard let text = call.request.query["token"] else { return page.form().response }
        do throws(AccountError) {
            guard let token = MailToken(text), try await deletions.isGood(token, from: call.address) else {
                return page.gone().response
            }
            return page.question(token, dueAt: deletions.dueAt).response
        } catch {
            if error == .linkGone { return page.gone().response }
            throw error.problem
        }
    }
}

extension ShowDeletionPage {
    var operation: Operation {
        Operation(
            "showDeletionPage", .opening, "Open the page that deletes an account",
            """
            The page that app stores require. It asks for the account's e-mail. A mailed link leads back to \
            it with a `token`, and the page asks whether to delete the account.
            """
        )
        .takes(.query("token", .mailToken, "The token of the mailed link."), .visitorsLanguage)
        .givesPage("A page with a form; nothing changes before its button is pressed.")
        .refuses(.page(404, "The service sends no mails."))
        .refuses(.page(410, "The link is no longer valid. The page asks for the e-mail again."))
        .refuses(.invented)
    }
}
