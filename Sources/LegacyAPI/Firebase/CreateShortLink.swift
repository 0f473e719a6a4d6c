internal import API
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Firebase's `POST /v1/shortLinks?key=`.
struct CreateShortLink: FirebaseEndpoint {
    struct Output: JSONOutput {
        let link: Link
        let warnings: [LinkWarning]

        static var schema: Schema {
            .object(
                "FirebaseShortLinkReply", means: "The link, in Branch's form.",
                [
                    "shortLink": .uri.atMost(1024).means("The URL to share."),
                    "previewLink": .uri.atMost(1024).means("Shows the link's destination on each platform."),
                    "warning": .array(of: .firebaseWarning).means("Notes that didn't prevent the link."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("shortLink", link.shortLink)
                writer.member("previewLink", link.previewLink)
                writer.member("warning", warnings.map(FirebaseWarning.init))
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: ShortLinkInput, on call: Call) async throws(Problem) -> Output {
        let maker = try await key.admit(call)
        let request = DynamicLinkRequest(profile: try making.profile())
        do throws(Problem) {
            let parsed = try request.parse(input.source)
            let (made, warnings) = try await making.make(
                parsed.spec, code: code(for: parsed.spec, input.suffix), owner: nil, by: maker)
            return Output(link: made.link, warnings: parsed.warnings + warnings)
        } catch {
            throw SentNames(source: input.source).told(error)
        }
    }

    /// The same link again gets the same code, but for a short one: what is guessable must not follow from
    /// the content.
    private func code(for spec: LinkSpec, _ suffix: NewLink.Suffix) -> NewLink.Code {
        suffix == .short ? .random(.short) : .alias(making.links.contentCode(of: spec))
    }
}

extension CreateShortLink {
    var operation: Operation {
        Operation("createShortLink", .legacy, "Firebase: create a short link")
            .takes(FirebaseKey.parameter)
            .takes([
                "longDynamicLink": "https://go.example.com/?link=https://example.com/&apn=com.example.game"
            ])
            .gives(
                "In Firebase's form.",
                example: [
                    "shortLink": "https://go.example.com/nlAR8U4SlKRZw1cb2",
                    "previewLink": "https://go.example.com/nlAR8U4SlKRZw1cb2?d=1",
                    "warning": [],
                ])
    }
}

struct FirebaseWarning: JSONEncodable {
    let warning: LinkWarning

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("warningCode", warning.code)
            writer.member("warningMessage", warning.message)
        }
    }
}

extension Schema {
    static var firebaseWarning: Schema {
        .object(
            "FirebaseWarning", means: "Parameters of a link that have no effect.",
            [
                "warningCode": .string.pattern("[A-Z][A-Z0-9_]{0,63}").means("The kind of warning."),
                "warningMessage": .string(upTo: 8192).means("In words."),
            ])
    }
}
