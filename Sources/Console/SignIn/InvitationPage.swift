internal import Accounts
internal import Crypto
internal import HTTP
internal import Pages
internal import Service

/// Where a new operator sets a password and a second factor, by the link of the invitation.
struct InvitationPage {
    let gate: ConsoleGate

    func show(_ request: Request, _ words: Words) async throws(Problem) -> Response {
        try await page(request, words, token: request.query["token"] ?? "", mistake: nil).response
    }

    func use(_ request: Request, _ words: Words) async throws(Problem) -> Response {
        let fields = Query(form: request.body)
        let token = fields["token"] ?? ""
        do throws(ConsoleError) {
            let accepted = try await gate.services.console.accept(
                token, password: fields["password"] ?? "", code: fields["code"]?.trimmed ?? "",
                from: gate.configuration.clientAddress.address(of: request),
                userAgent: request.headers["user-agent"] ?? "")
            return done(accepted.recoveryCodes, words)
                .response(with: [gate.origin.cookie(accepted.token, for: request)])
        } catch {
            let mistake: Word? =
                switch error {
                case .wrong: .codeWrong
                case .invalidPassword(.breached): .passwordBreached
                case .invalidPassword: .passwordWeak
                default: nil
                }
            guard let mistake else { return try refused(error, words) }
            return try await page(request, words, token: token, mistake: mistake).response
        }
    }

    private func page(
        _ request: Request, _ words: Words, token: String, mistake: Word?
    ) async throws(Problem) -> ConsolePage {
        let invitation: OperatorInvitation
        do throws(ConsoleError) {
            invitation = try await gate.services.console.invitation(
                token, from: gate.configuration.clientAddress.address(of: request))
        } catch {
            if error == .invitationGone { return gone(words) }
            throw problem(error, words)
        }
        return ConsolePage(
            status: mistake == nil ? 200 : 422, title: words[.invitationTitle], words: words
        ) { writer in
            writer.paragraph(
                words(
                    .invitationText,
                    [("email", invitation.email), ("role", words[.role(invitation.role)])]))
            if let mistake {
                writer.element(
                    "p", [.text("class", "mistake"), .text("role", "alert")], text: words[mistake])
            }
            form(invitation, token, words, &writer)
        }
    }

    private func form(
        _ invitation: OperatorInvitation, _ token: String, _ words: Words, _ writer: inout HTMLWriter
    ) {
        writer.entryForm(.invitation) { writer in
            writer.hidden("token", token)
            writer.open(
                "input",
                [
                    .text("type", "text"), .text("hidden", ""), .text("name", "email"),
                    .text("autocomplete", "username"), .text("value", invitation.email),
                ])
            writer.field(
                words[.newPassword],
                [
                    .text("type", "password"), .text("name", "password"), .text("required", ""),
                    .text("autocomplete", "new-password"),
                    .text("minlength", String(PasswordPolicy.lengths.lowerBound)),
                    .text("maxlength", String(PasswordPolicy.lengths.upperBound)),
                ])
            writer.paragraph(words[.factorText])
            writer.figure(qrCode: invitation.uri, words[.factorQR])
            writer.element("p") { writer in
                writer.text(words[.factorSecret] + " ")
                writer.element("code", text: invitation.secret)
            }
            writer.field(
                words[.factorCode],
                [
                    .text("type", "text"), .text("name", "code"), .text("required", ""),
                    .text("inputmode", "numeric"), .text("autocomplete", "one-time-code"),
                    .text("maxlength", "8"),
                ])
            writer.submit(words[.accept], isPrimary: true)
        }
    }

    private func done(_ codes: [String], _ words: Words) -> ConsolePage {
        ConsolePage(title: words[.invitationDone], words: words) { writer in
            writer.paragraph(words[.recoveryCodesText])
            writer.element("ul", [.text("class", "codes")]) { writer in
                for code in codes { writer.element("li") { $0.element("code", text: code) } }
            }
            writer.element("p") {
                $0.link(words[.goToConsole], to: ConsolePath.root, class: "button primary")
            }
        }
    }

    private func gone(_ words: Words) -> ConsolePage {
        ConsolePage(status: 410, title: words[.invitationGone], words: words) { writer in
            writer.paragraph(words[.invitationGoneText])
        }
    }

    private func refused(_ error: ConsoleError, _ words: Words) throws(Problem) -> Response {
        if error == .invitationGone { return gone(words).response }
        throw problem(error, words)
    }

    private func problem(_ error: ConsoleError, _ words: Words) -> Problem {
        switch error {
        case .unavailable: return .unavailable
        case .tooManyAttempts(let seconds):
            var problem = Problem.tooManyRequests(retryAfterSeconds: seconds)
            problem.detail = words(.tooManyAttempts, [("seconds", String(seconds))])
            return problem
        default: return .internalError
        }
    }
}
