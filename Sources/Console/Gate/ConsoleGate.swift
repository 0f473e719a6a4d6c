internal import Accounts
internal import Batching
internal import HTTP
internal import Pages
internal import Service

/// Stands before every page: whether the console is served there, who has signed in, and what they may.
struct ConsoleGate {
    typealias Open = (Request, Words) async throws(Problem) -> Response
    typealias Action = (Visit, Query) async throws(Problem) -> Response

    let services: Services
    let configuration: ConsoleConfiguration
    private let exports = ExportTurn()

    init(services: Services, configuration: ConsoleConfiguration) {
        self.services = services
        self.configuration = configuration
    }

    var origin: ConsoleOrigin { ConsoleOrigin(configuration: configuration) }

    /// A page for those who have signed in.
    func route(_ view: any ConsoleView) -> Route {
        Route(
            .get, view.path, handlerTimeoutMilliseconds: Self.pageMilliseconds, problemForm: form
        ) { request in
            await answer(request) { words throws(Problem) in
                guard let visit = try await visit(request, words) else {
                    return toSignIn(request, words)
                }
                guard view.right.isHeld(by: visit.user.role) else { throw .forbidden }
                return try await exports.one(if: visit.wantsCSV) { () throws(Problem) in
                    try await view.show(visit).response(for: visit, under: view.section)
                }
            }
        }
    }

    /// A file that is made while it is sent.
    func download(
        _ path: String, for right: Right,
        _ body: @escaping (Visit, ResponsePieces) async throws(Problem) -> Void
    ) -> Route {
        Route(
            .get, path, handlerTimeoutMilliseconds: Self.downloadMilliseconds, problemForm: form
        ) { request, pieces in
            await answer(request) { words throws(Problem) in
                guard let visit = try await visit(request, words) else { return toSignIn(request, words) }
                guard visit.may(right) else { throw .forbidden }
                try await body(visit, pieces)
                // Not sent: the pieces were the reply.
                return Response(status: 200)
            }
        }
    }

    /// A page for anyone who reaches the console.
    func open(_ method: Method, _ path: String, _ body: @escaping Open) -> Route {
        Route(
            method, path, body: method == .post ? .form : .none, bodyBytesMax: Self.formBytesMax,
            handlerTimeoutMilliseconds: Self.formMilliseconds, problemForm: form
        ) { request in
            await answer(request) { words throws(Problem) in
                if method == .post, !origin.isOwn(request) { throw .forbidden }
                return try await body(request, words)
            }
        }
    }

    /// The action of a form on a page of a signed-in user.
    ///
    /// - Parameters:
    ///   - right: nil for what everyone may.
    ///   - tooLarge: says what to do about a form with more bytes than `bodyBytesMax`.
    func action(
        _ path: String, for right: Right?, bodyBytesMax: Int = formBytesMax,
        tooLarge: @escaping @Sendable (Words) -> String = { $0[.tooLargeText] }, _ body: @escaping Action
    ) -> Route {
        Route(
            .post, path, body: .form, bodyBytesMax: bodyBytesMax,
            handlerTimeoutMilliseconds: Self.formMilliseconds, problemForm: form(tooLarge)
        ) { request in
            await answer(request) { words throws(Problem) in
                guard origin.isOwn(request) else { throw .forbidden }
                guard let visit = try await visit(request, words) else {
                    return toSignIn(request, words)
                }
                let fields = Query(form: request.body)
                guard fields["form_token"] == visit.formToken, right.map(visit.may) ?? true else {
                    throw .forbidden
                }
                return try await body(visit, fields)
            }
        }
    }

    /// A note of 2,000 characters, each of four bytes that the form escapes, and more.
    static let formBytesMax = 32_768
    private static let pageMilliseconds = 10_000
    private static let downloadMilliseconds = 3_600_000
    /// A budget that a rule is given late counts what was given before.
    private static let formMilliseconds = 30_000

    private func answer(
        _ request: Request, _ body: (Words) async throws(Problem) -> Response
    ) async -> Response {
        let words = Words(in: request.headers.pageLanguage, zone: services.clock.zone)
        if let refusal = origin.refusal(of: request) {
            return RefusalPage(refusal, words).response
        }
        do throws(Problem) {
            return try await body(words)
        } catch {
            return form.response(to: error, requestID: request.id, headers: request.headers)
        }
    }

    /// Nil for one who has not signed in.
    private func visit(_ request: Request, _ words: Words) async throws(Problem) -> Visit? {
        guard let token = origin.token(of: request) else { return nil }
        let user = try await reading { () throws(ConsoleError) in
            try await services.console.user(of: token)
        }
        return user.map {
            Visit(request: request, user: $0, services: services, words: words, token: token)
        }
    }

    /// Back to the page that was asked for, after the sign-in.
    private func toSignIn(_ request: Request, _ words: Words) -> Response {
        let path = request.method == .get ? request.head.pathAndQuery : ConsolePath.root
        // A strict cookie doesn't come along from another site's link; from this page it does.
        if request.method == .get, request.headers["sec-fetch-site"] == "cross-site" {
            return DoorPage(words).response
        }
        return .seeOther(ConsolePath.signIn(next: path))
    }

    /// Errors as a page with the request's id.
    private var form: ProblemForm { form { $0[.tooLargeText] } }

    private func form(_ tooLarge: @escaping @Sendable (Words) -> String) -> ProblemForm {
        ProblemForm { problem, id, headers in
            let words = Words(in: headers?.pageLanguage ?? .english)
            return ProblemPage(problem, id, words, tooLarge: tooLarge(words)).response
        }
    }
}

extension Response {
    static func seeOther(_ path: String, _ headers: [ResponseHeader] = []) -> Response {
        Response(
            status: 303,
            headers: [
                ResponseHeader(.location, PageURL(path: path).text),
                ResponseHeader(.cacheControl, "no-store"),
            ] + headers)
    }
}

/// One file at a time on each loop: it reads many pages, and others need the connections.
final class ExportTurn {
    private var isTaken = false

    func one<Value>(
        if isExport: Bool, _ body: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        guard isExport else { return try await body() }
        guard !isTaken else { throw .unavailable }
        isTaken = true
        defer { isTaken = false }
        return try await body()
    }
}
