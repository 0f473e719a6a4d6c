internal import HTTP
internal import Pages

/// Loads itself again: the cookie comes along from this page, though not from another site's link.
struct DoorPage {
    private let words: Words

    init(_ words: Words) { self.words = words }

    var response: Response {
        ConsolePage(
            title: words[.oneMoment], words: words,
            head: { $0.open("meta", [.text("http-equiv", "refresh"), .text("content", "0")]) },
            main: { $0.paragraph(words[.oneMomentText]) }
        ).response
    }
}

/// Says why the console isn't served to a request, and what to do.
struct RefusalPage {
    private let refusal: ConsoleOrigin.Refusal
    private let words: Words

    init(_ refusal: ConsoleOrigin.Refusal, _ words: Words) {
        self.refusal = refusal
        self.words = words
    }

    var response: Response {
        ConsolePage(status: 403, title: words[.notServedHere], words: words) { writer in
            switch refusal {
            case .needsPublicURL: writer.paragraph(words[.needsPublicURL])
            case .otherHost(let url): writer.paragraph(words(.otherHost, [("url", url)]))
            case .address: writer.paragraph(words[.addressRefused])
            }
        }.response
    }
}

/// An error, a remedy, and the request's id, by which the log has more about it.
struct ProblemPage {
    private let problem: Problem
    private let id: RequestID
    private let words: Words
    /// The advice for a form that is too large.
    private let tooLarge: String

    init(_ problem: Problem, _ id: RequestID, _ words: Words, tooLarge: String) {
        self.tooLarge = tooLarge
        self.problem = problem
        self.id = id
        self.words = words
    }

    var response: Response {
        ConsolePage(status: problem.status, title: words[title], words: words) { writer in
            if let text { writer.paragraph(text) }
            if let detail = problem.detail { writer.paragraph(detail) }
            writer.element("p", [.text("class", "hint")]) { writer in
                writer.text(words[.requestID] + " ")
                writer.element("code", text: id.description)
            }
            writer.element("p") { $0.link(words[.goToConsole], to: ConsolePath.root) }
        }.response(with: problem.headers.filter { $0.name != .allow })
    }

    private var title: Word {
        switch problem.status {
        case 403: .forbidden
        case 404: .notFound
        case 413: .tooLarge
        case 429: .tooMany
        case 503: .unavailable
        case 500: .failed
        default: .badRequest
        }
    }

    private var text: String? {
        switch problem.status {
        case 403: words[.forbiddenText]
        case 404: words[.notFoundText]
        case 413: tooLarge
        case 503: words[.unavailableText]
        case 500: words[.failedText]
        default: nil
        }
    }
}
