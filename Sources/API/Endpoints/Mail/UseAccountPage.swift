internal import Accounts
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Does what the button of an account's page says.
struct UseAccountPage: Endpoint {
    struct Input: EndpointInput {
        let token: MailToken?
        let password: String?

        static var body: Route.Body { .form }
        static var content: Content? {
            Content(
                type: "application/x-www-form-urlencoded",
                schema: .closed(
                    "AccountForm", means: "The fields of the page's form.",
                    [
                        "token": .mailToken,
                        "password": .string(upTo: 1024).means("On the page for a new password.").optional,
                    ]),
                example: ["token": Schema.mailTokenExample])
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            let form = Query(form: request.body)
            return Input(token: form["token"].flatMap(MailToken.init), password: form["password"])
        }
    }

    let kind: AccountPage.Kind
    let emails: EmailService
    let recovery: RecoveryService
    let brand: PageBrand?

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let page = AccountPage(kind: kind, brand: brand, language: call.pageLanguage)
        do throws(AccountError) {
            return try await use(input.token, input.password ?? "", page, call).response
        } catch {
            switch error {
            case .linkGone: return page.gone().response
            case .emailAlreadyInUse: return page.gone(status: 409).response
            case .invalidPassword(let violation):
                return (input.token.map { page.question($0, after: violation) } ?? page.gone()).response
            default: throw error.problem
            }
        }
    }

    private func use(
        _ token: MailToken?, _ password: String, _ page: AccountPage, _ call: Call
    ) async throws(AccountError) -> WebPage {
        let language = call.pageLanguage.rawValue
        switch kind {
        case .verify:
            return page.done(
                .confirmed,
                email: try await emails.confirm(token, in: language, from: call.address).description)
        case .reset:
            return page.done(
                try await recovery.reset(token, to: password, in: language, from: call.address))
        case .undo:
            _ = try await emails.undo(token, in: language, from: call.address)
            return page.done(.undone)
        case .release:
            return page.done(
                .released, email: try await emails.release(token, from: call.address).description)
        }
    }
}

extension UseAccountPage {
    var operation: Operation {
        words
            .takes(.visitorsLanguage)
            .givesPage("A page that confirms the action.")
            .refuses(.page(409, "Another account has taken the e-mail."))
            .refuses(.page(410, "The link is no longer valid.", as: "LinkGonePage"))
            .refuses(.page(413, "The form is too long."))
            .refuses(.page(415, "The form is missing."))
            .refuses(.invented)
            .refuses(.page(422, "The password is too short, common, or was leaked."))
    }

    private var words: Operation {
        switch kind {
        case .verify: Operation("useVerifyPage", .opening, "Submit the page that verifies an e-mail")
        case .reset: Operation("useResetPage", .opening, "Submit the page that resets a password")
        case .undo: Operation("useUndoPage", .opening, "Submit the page that undoes an account's change")
        case .release:
            Operation("useReleasePage", .opening, "Submit the page that takes an e-mail off an account")
        }
    }
}
