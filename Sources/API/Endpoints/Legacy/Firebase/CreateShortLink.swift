internal import HTTP
internal import Links
internal import Service

/// Firebase's `POST /v1/shortLinks?key=`.
struct CreateShortLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link
        let warnings: [LinkWarning]

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("shortLink", link.shortLink)
                writer.member("previewLink", link.previewLink)
                writer.key("warning")
                writer.array { writer in
                    for warning in warnings {
                        writer.object { writer in
                            writer.member("warningCode", warning.code)
                            writer.member("warningMessage", warning.message)
                        }
                    }
                }
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: ShortLinkInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        let request = DynamicLinkRequest(profile: try making.profile())
        let parsed = try request.parse(input.source)
        let (made, warnings) = try await making.make(
            parsed.spec, code: code(for: parsed.spec, input.suffix), owner: nil)
        return Output(link: made.link, warnings: parsed.warnings + warnings)
    }

    /// The same link again gets the same code, but for a short one: what is guessable must not follow from
    /// the content.
    private func code(for spec: LinkSpec, _ suffix: NewLink.Suffix) -> NewLink.Code {
        suffix == .short ? .random(.short) : .alias(making.links.contentCode(of: spec))
    }
}
