internal import API
internal import Accounts
internal import Batching
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Firebase's `GET /v1/{url-encoded short link}/linkStats?durationDays=N`, to a Web API key of the
/// profile's or a key of Shipmate's: Google's OAuth tokens are Google's.
struct ShowDynamicLinkStats: Endpoint {
    struct Input: EndpointInput {
        let days: Int

        static var parameters: [Parameter] {
            [
                .query("durationDays", .integer(1...36_500), "Default: 7.")
            ]
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            guard let text = request.query["durationDays"] else { return Input(days: 7) }
            guard let days = Int(digits: text), (1...36_500).contains(days) else {
                throw .field("/durationDays", .outOfRange, "A number of days from 1 to 36500 is needed.")
            }
            return Input(days: days)
        }
    }

    struct Output: JSONOutput {
        /// One for each event and platform that has any, in a fixed order.
        let counts: [(event: String, platform: String, count: Int64)]

        static var schema: Schema {
            .object(
                "FirebaseLinkStatistics", means: "A link's statistics, in Firebase's form.",
                [
                    "linkEventStats": .array(of: .firebaseLinkEventCount).means("The statistics.")
                ])
        }

        init(_ counts: [LinkCount]) {
            self.counts = Self.events.flatMap { event, name in
                Self.platforms.compactMap { platform, platformName in
                    let count = counts.filter { $0.event == event && $0.platform == platform }
                        .reduce(0) { $0 + $1.count }
                    return count == 0 ? nil : (name, platformName, count)
                }
            }
        }

        /// Firebase counted neither what was declined nor what was shared.
        private static let events: [(LinkEvent, String)] = [
            (.click, "CLICK"), (.redirect, "REDIRECT"), (.install, "APP_INSTALL"),
            (.firstOpen, "APP_FIRST_OPEN"), (.reOpen, "APP_RE_OPEN"),
        ]
        private static let platforms: [(PlatformFamily, String)] = [
            (.android, "ANDROID"), (.ios, "IOS"), (.desktop, "DESKTOP"),
        ]

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("linkEventStats")
                writer.array { writer in
                    for count in counts {
                        writer.object { writer in
                            writer.member("platform", count.platform)
                            writer.member("count", String(count.count))
                            writer.member("event", count.event)
                        }
                    }
                }
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        try await key.admitReader(call)
        let text = call.request.parameter("link") ?? ""
        guard let code = try making.profile().shortLinkCode(text) else { throw .notFound }
        let link = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.link(code)
        }
        guard link != nil else { throw .notFound }
        let counts = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.statistics(of: code, days: input.days)
        }
        return Output(counts)
    }
}

extension ShowDynamicLinkStats {
    var operation: Operation {
        Operation(
            "showDynamicLinkStats", .legacy, "Firebase: show a link's statistics",
            """
            With `?key=`: a Web API key that the app profile lists, or an API key of the scope `links`. Or \
            an API key as `Authorization: Bearer`, instead of Google's OAuth token.
            """
        )
        .takes(
            .query("key", .string(1...255), "A Web API key, or an API key of the scope `links`.")
        )
        .takes(.path("link", .string.pattern("[!-~]{1,1024}"), "The short link, URL-encoded as one segment."))
        .gives(
            "In Firebase's form.",
            example: ["linkEventStats": [["platform": "ANDROID", "count": "123", "event": "CLICK"]]])
    }
}

extension AppProfile {
    /// The code of a short link of ours, such as `https://go.example.com/abc`; nil for any other text.
    func shortLinkCode(_ text: String) -> LinkCode? {
        var claim = LinkClaim(device: LinkClaim.Device(platform: .ios))
        claim.link = text
        guard case .shortLink(let code) = claim.evidence(in: self) else { return nil }
        return code
    }
}

extension Schema {
    static var firebaseLinkEventCount: Schema {
        .object(
            "FirebaseLinkEventCount", means: "How often an event occurred.",
            [
                "platform": .openChoice("ANDROID", "IOS", "DESKTOP").means("The kind of device."),
                "count": .string.pattern("[0-9]{1,19}").means("A 64-bit integer as text."),
                "event": .openChoice("CLICK", "REDIRECT", "APP_INSTALL", "APP_FIRST_OPEN", "APP_RE_OPEN")
                    .means("The event."),
            ])
    }
}
