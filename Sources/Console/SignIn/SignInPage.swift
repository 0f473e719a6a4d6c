internal import Accounts
internal import HTTP
internal import Pages
internal import Service

/// Where operators sign in: with e-mail, password and a code of their second factor, or with an API key.
struct SignInPage {
    let gate: ConsoleGate

    private var console: ConsoleService { gate.services.console }

    func show(_ request: Request, _ words: Words) throws(Problem) -> Response {
        page(words, next: Self.next(request.query["next"]), mistake: nil).response
    }

    func use(_ request: Request, _ words: Words) async throws(Problem) -> Response {
        let fields = Query(form: request.body)
        let next = Self.next(fields["next"])
        do throws(ConsoleError) {
            let token = try await token(for: fields, request)
            return .seeOther(next, [gate.origin.cookie(token, for: request)])
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .internalError: throw .internalError
            case .tooManyAttempts(let seconds):
                let wait = words(.tooManyAttempts, [("seconds", String(seconds))])
                return page(words, next: next, mistake: wait, status: 429)
                    .response(with: [ResponseHeader(.retryAfter, String(seconds))])
            default: return page(words, next: next, mistake: words[.signInWrong], status: 401).response
            }
        }
    }

    func signOut(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        try await reading { () throws(ConsoleError) in
            try await console.end(visit.user.session, of: visit.user)
        }
        return .seeOther("/admin/sign-in", [gate.origin.noCookie(for: visit.request)])
    }

    private func token(for fields: Query, _ request: Request) async throws(ConsoleError) -> String {
        let address = gate.configuration.clientAddress.address(of: request)
        let agent = request.headers["user-agent"] ?? ""
        if let key = fields["api_key"]?.trimmed, !key.isEmpty {
            return try await console.signIn(apiKey: key, from: address, userAgent: agent)
        }
        return try await console.signIn(
            email: fields["email"]?.trimmed ?? "", password: fields["password"] ?? "",
            code: fields["code"]?.trimmed ?? "", from: address, userAgent: agent)
    }

    /// Only a page of the console: an address that someone else made up must not lead away from here.
    private static func next(_ path: String?) -> String {
        guard let path, path == ConsolePath.root || path.hasPrefix("/admin/") || path.hasPrefix("/admin?"),
            !path.hasPrefix("/admin/sign-in"), !path.contains("/."), !path.contains("%2e"),
            !path.contains("%2E")
        else { return ConsolePath.root }
        return path
    }

    private func page(_ words: Words, next: String, mistake: String?, status: Int = 200) -> ConsolePage {
        ConsolePage(status: status, title: words[.signInTitle], words: words) { writer in
            if let mistake {
                writer.element("p", [.text("class", "mistake"), .text("role", "alert")], text: mistake)
            }
            form(words[.signInAsOperator], words[.signIn], next, &writer) { writer in
                writer.field(
                    words[.email],
                    [
                        .text("type", "email"), .text("name", "email"), .text("required", ""),
                        .text("autocomplete", "username"), .text("maxlength", "254"),
                    ])
                writer.field(
                    words[.password],
                    [
                        .text("type", "password"), .text("name", "password"), .text("required", ""),
                        .text("autocomplete", "current-password"), .text("maxlength", "1024"),
                    ])
                writer.field(
                    words[.factorCode],
                    [
                        .text("type", "text"), .text("name", "code"), .text("required", ""),
                        .text("autocomplete", "one-time-code"), .text("maxlength", "32"),
                    ])
            }
            form(words[.signInWithKey], words[.signInByKey], next, &writer) { writer in
                writer.field(
                    words[.apiKey],
                    [
                        .text("type", "password"), .text("name", "api_key"), .text("required", ""),
                        .text("autocomplete", "off"), .text("maxlength", "200"),
                    ])
            }
            writer.paragraph(words[.signInHelp], class: "hint")
        }
    }

    private func form(
        _ title: String, _ button: String, _ next: String, _ writer: inout HTMLWriter,
        _ fields: (inout HTMLWriter) -> Void
    ) {
        writer.section(title) { writer in
            writer.entryForm(.signIn) { writer in
                writer.hidden("next", next)
                fields(&writer)
                writer.submit(button, isPrimary: true)
            }
        }
    }
}
