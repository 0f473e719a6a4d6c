internal import HTTP
internal import JSON
internal import Pages

/// The start page: where to read on, and for people on the service's machine how it stands.
struct HomePage {
    /// State of the service, shown only on its own machine.
    struct State {
        let isReady: Bool
        /// Needs an operator's attention.
        let warnings: [String]
        let steps: [SetupStep]
    }

    let state: State?

    var page: WebPage {
        .plain("Shipmate", .reference) { writer in
            writer.element("article", [.text("class", "plain")]) { writer in
                writer.element("p", [.text("class", "status")], text: ProductVersion.current)
                writer.element("h1", text: "Shipmate")
                writer.paragraph(
                    "Referral rewards for apps: each granted once, explained, and in a ledger that adds up.")
                list("Quick start", Self.start, &writer)
                list("Reference", Self.reference, &writer)
                writer.paragraph(
                    """
                    The guides for app developers, programme managers and operators are in the folder \
                    `Documentation` \
                    of the source, and in `/usr/share/doc/shipmate` where the package is installed.
                    """)
                if let state { write(state, &writer) }
            }
        }
    }

    private func list(
        _ title: String, _ links: [(path: String, words: String)], _ writer: inout HTMLWriter
    ) {
        writer.element("h2", text: title)
        writer.element("ul") { writer in
            for link in links {
                writer.element("li") { $0.reference(link.words, to: PageURL(path: link.path)) }
            }
        }
    }

    private func write(_ state: State, _ writer: inout HTMLWriter) {
        writer.element("h2", text: "State of this server")
        writer.paragraph(state.isReady ? "The database answers." : "The database does not answer.")
        items(state.warnings, &writer)
        writer.element("h2", text: "Missing before going live")
        let missing = state.steps.filter { !$0.isDone }
        if missing.isEmpty { writer.paragraph("Nothing. Follow the go-live checklist.") }
        items(missing.map(\.words), &writer)
        writer.paragraph("Only requests from this machine see this part.")
    }

    private func items(_ texts: [String], _ writer: inout HTMLWriter) {
        guard !texts.isEmpty else { return }
        writer.element("ul", [.text("class", "missing")]) { writer in
            for text in texts { writer.element("li") { $0.prose(text) } }
        }
    }

    private static let start = [
        ("/docs#signUpAnonymously", "Sign up a player"),
        ("/docs#makeInvite", "Share an invite"),
        ("/docs#postEvent", "Record an event, and pay rewards"),
        ("/docs#showBalances", "Read balances"),
        ("/docs#makeRule", "Create a rule"),
    ]

    private static let reference = [
        ("/admin", "The console, for those who run the programme"),
        ("/docs", "Every call, with examples in five languages"),
        ("/openapi.json", "The same for programs, OpenAPI 3.1"),
        ("/health/ready", "Whether the service is ready"),
    ]
}
