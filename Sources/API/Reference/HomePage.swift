internal import HTTP
internal import JSON
internal import Pages

extension WebPage {
    /// The service's own front door, for people who have only its address.
    static var home: WebPage {
        .plain("Shipmate", .reference) { writer in
            writer.element("article", [.text("class", "plain")]) { writer in
                writer.element("p", [.text("class", "status")], text: ProductVersion.current)
                writer.element("h1", text: "Shipmate")
                writer.paragraph(
                    "Referral rewards for apps: each granted once, explained, and in a ledger that adds up.")
                writer.element("ul") { writer in
                    for (path, meaning) in places {
                        writer.element("li") { writer in
                            writer.reference(path, to: PageURL(path: path))
                            writer.text(": \(meaning)")
                        }
                    }
                }
            }
        }
    }

    private static let places = [
        ("/docs", "every call, to read"), ("/openapi.json", "the same for programs"),
        ("/health/live", "whether the process serves"), ("/health/ready", "whether its database answers"),
    ]
}
