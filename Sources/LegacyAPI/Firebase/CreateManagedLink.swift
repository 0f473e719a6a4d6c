internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Values

/// Firebase's `POST /v1/managedShortLinks:create`: a link with a name, made by the app's back end.
struct CreateManagedLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link
        let warnings: [LinkWarning]

        static var schema: Schema {
            .object(
                "FirebaseManagedLinkReply", means: "The link, in Branch's form.",
                [
                    "managedShortLink": .firebaseManagedLink,
                    "previewLink": .uri.atMost(1024).means("Shows the link's destination on each platform."),
                    "warning": .array(of: .firebaseWarning).means("Notes that didn't prevent the link."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("managedShortLink")
                writer.object { writer in
                    writer.member("info", DynamicLinkInfoView(spec: link.spec))
                    writer.member("link", link.shortLink)
                    writer.member("linkName", link.spec.legacy[LegacyNames.name] ?? "")
                    writer.member("creationTime", link.createdAt)
                    writer.member("visibility", link.state == .on ? "UNARCHIVED" : "ARCHIVED")
                    writer.member("flaggedAttribute", [String]())
                }
                writer.member("previewLink", link.previewLink)
                writer.member("warning", warnings.map(FirebaseWarning.init))
            }
        }
    }

    let making: LinkMaking

    func respond(to input: ManagedLinkInput, on call: Call) async throws(Problem) -> Output {
        let profile = try making.profile()
        if case .alias(let code) = input.code, profile.isReserved(code) {
            throw .field("/suffix/customSuffix", .invalid, "The name is reserved for the service.")
        }
        do throws(Problem) {
            var parsed = try DynamicLinkRequest(profile: profile).parse(input.source)
            parsed.spec.legacy[LegacyNames.name] = input.name
            let (made, warnings) = try await making.make(parsed.spec, code: input.code, owner: nil, by: .key)
            return Output(link: made.link, warnings: parsed.warnings + warnings)
        } catch {
            throw SentNames(source: input.source).told(error)
        }
    }
}

extension CreateManagedLink {
    var operation: Operation {
        Operation(
            "createManagedLink", .legacy, "Firebase: create a named short link",
            """
            Takes a Shipmate key instead of Google's OAuth token. `GET /v1/admin/links?q=` finds the link by \
            its name. Unlike `POST /v1/shortLinks`, repeating the call makes another link.
            """
        )
        .takes([
            "name": "Summer sale",
            "dynamicLinkInfo": ["domainUriPrefix": "https://go.example.com", "link": "https://example.com/"],
            "suffix": ["option": "SHORT"],
        ])
        .gives(
            "In Firebase's form.",
            example: [
                "managedShortLink": [
                    "info": ["domainUriPrefix": "https://go.example.com", "link": "https://example.com/"],
                    "link": "https://go.example.com/abcd",
                    "linkName": "Summer sale",
                    "creationTime": "2026-11-21T12:00:00.000Z",
                    "visibility": "UNARCHIVED",
                    "flaggedAttribute": [],
                ],
                "previewLink": "https://go.example.com/abcd?d=1",
                "warning": [],
            ])
    }
}

extension Schema {
    static var firebaseManagedLink: Schema {
        .object(
            "FirebaseManagedLink", means: "A named link, in Firebase's form.",
            [
                "info": .map(of: .any).means("The link in parts, as in `dynamicLinkInfo`."),
                "link": .uri.atMost(1024).means("The URL to share."),
                "linkName": .string(upTo: 60).means("As the link has it."),
                "creationTime": .time.means("When it was made."),
                "visibility": .openChoice("UNARCHIVED", "ARCHIVED").means(
                    "`ARCHIVED` for a link that is switched off."),
                "flaggedAttribute": .array(of: .string(upTo: 64)).means("Always empty."),
            ])
    }
}
