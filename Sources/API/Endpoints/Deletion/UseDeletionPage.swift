internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Does what the button of the page says: mails a link, or, by that link's token, deletes the account.
struct UseDeletionPage: Endpoint {
    struct Input: EndpointInput {
        let token: String?
        let email: EmailAddress?

        static var body: Route.Body { .form }
        static var content: Content? {
            Content(
                type: "application/x-www-form-urlencoded",
                schema: .closed(
                    "DeletionForm", means: "The fields of the page's form: one of them.",
                    [
                        "email": .email.atMost(254).means("The account's e-mail.").optional,
                        "token": .mailToken.optional,
                    ]),
                example: ["email": "ben@example.com"])
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            let form = Query(form: request.body)
            return Input(token: form["token"], email: form["email"].flatMap(EmailAddress.init))
        }
    }

    let deletions: MailedDeletionService
    let brand: PageBrand?

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let page = DeletionPage(brand: brand, language: call.pageLanguage)
        do throws(AccountError) {
            try deletions.check()
            if let text = input.token {
                let dueAt = try await deletions.confirm(
                    MailToken(text), in: call.pageLanguage.rawValue, from: call.address)
                return page.done(dueAt: dueAt).response
            }
            guard let email = input.email else { return page.form(status: 422).response }
            try await deletions.ask(of: email, in: call.pageLanguage.rawValue, from: call.address)
            return page.sent().response
        } catch {
            if error == .linkGone { return page.gone().response }
            throw error.problem
        }
    }
}

extension UseDeletionPage {
    var operation: Operation {
        Operation(
            "useDeletionPage", .opening, "Submit the page that deletes an account",
            """
            The page's own call. With an `email`, the reply and its timing don't show whether the account \
            exists. The link is valid for 24 hours, once. With the link's `token` the account is deleted as \
            with `DELETE /v1/users/me`. Signing in cancels the deletion until the day that the page names.
            """
        )
        .takes(.visitorsLanguage)
        .givesPage("A page that confirms the action.")
        .refuses(.page(404, "The service sends no mails."))
        .refuses(.page(410, "The link is no longer valid. The page asks for the e-mail again."))
        .refuses(.page(413, "The form is too long."))
        .refuses(.page(415, "The form is missing."))
        .refuses(.page(422, "The e-mail is missing. The page asks for it again."))
        .refuses(.page(429, "Too many mails, or too many invalid links."))
    }
}
