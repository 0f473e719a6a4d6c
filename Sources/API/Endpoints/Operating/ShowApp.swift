internal import Forms
internal import HTTP
internal import JSON
internal import Links

/// An app's view of its server before it signs in: where its links are, the limits of calls, and the
/// features that are on.
struct ShowApp: Endpoint {
    struct Output: JSONOutput, Formed {
        let profile: AppProfile?
        let terms: AppTerms
        let features: [String]

        var headers: [ResponseHeader] { [ResponseHeader(.cacheControl, "public, max-age=300")] }

        static let form = Form<Self>("App", means: "The app, as the server knows it.") {
            Member(
                "name", .text(.string(upTo: 100)), orNull: \.profile?.name, "Null without a profile.",
                sample: "Pieces & Eight")
            Member(
                "link_domains", .array(of: .text(.string(upTo: 512))), \.domains,
                "The hosts of the app's links, for associated domains and intent filters.",
                sample: ["go.example.com"])
            Member(
                "link_prefixes", .array(of: .text(.string(upTo: 512))), \.prefixes,
                "What short links begin with.", sample: ["https://go.example.com"])
            Member(
                "schemes", .array(of: .text(.string(upTo: 255))), \.schemes,
                "The URL schemes that open the app.", sample: ["examplegame"])
            Member(
                "clipboard_hand_off", .boolean, \.handsOff,
                "Whether pages copy the link on iPhones and iPads, so that the app may look for it.",
                sample: true)
            Member("least_version", { LeastVersionView(profile: $0.profile) })
            Member("limits", { AppLimitsView(terms: $0.terms) })
            Member(
                "features",
                .array(of: .text(.openChoice("user_events", "links", "invites", "mail", "stream"))),
                \.features, "What is on.", sample: ["user_events", "links", "stream"])
        }
    }

    let profile: AppProfile?
    let terms: AppTerms

    func respond(to input: NoInput, on call: Call) -> Output {
        Output(profile: profile, terms: terms, features: features)
    }

    private var features: [String] {
        let all = [
            ("user_events", terms.takesUserEvents), ("links", profile != nil),
            ("invites", profile?.inviteLink != nil), ("mail", terms.sendsMail), ("stream", true),
        ]
        return all.filter(\.1).map(\.0)
    }
}

extension ShowApp.Output {
    private var handsOff: Bool { profile?.handsOff ?? false }
    private var prefixes: [String] { profile?.prefixes.map(\.description) ?? [] }
    private var domains: [String] { Self.distinct(profile?.prefixes.map(\.host) ?? []) }

    private var schemes: [String] {
        guard let profile else { return [] }
        return Self.distinct(
            profile.ios.map { $0.customScheme ?? $0.bundleID }
                + profile.android.map { $0.customScheme ?? $0.packageName })
    }

    private static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}

extension ShowApp {
    var operation: Operation {
        Operation(
            "showApp", .operating, "Show what the app should know of the server",
            "An app reads it at its start, and needs no release when it changes."
        )
        .gives("The app.", .cacheControl, example: Self.example)
    }

    private static let example: JSONValue = [
        "name": "Pieces & Eight", "link_domains": ["go.example.com"],
        "link_prefixes": ["https://go.example.com"], "schemes": ["examplegame"], "clipboard_hand_off": true,
        "least_version": ["ios": "2.4.0", "android": "2.4.0"],
        "limits": [
            "batch_events": 1000, "batch_body_bytes": 1_048_576, "body_bytes": 65_536,
            "event_age_seconds": .null,
        ],
        "features": ["user_events", "links", "stream"],
    ]
}

/// The server's limits and settings that apps should know.
struct AppTerms: Sendable {
    let bodyBytesMax: Int
    let batchBodyBytesMax: Int
    let takesUserEvents: Bool
    let sendsMail: Bool
}

/// The versions below which the app asks for an update.
private struct LeastVersionView: Formed {
    let profile: AppProfile?

    static let form = Form<Self>(
        "LeastVersion", means: "An older app should ask for an update; null for none."
    ) {
        Member("ios", version, orNull: \.profile?.leastVersion.ios, "On iOS.", sample: "2.4.0")
        Member("android", version, orNull: \.profile?.leastVersion.android, "On Android.", sample: "2.4.0")
    }

    private static let version = Codec<String>.text(.string(upTo: 32))
}

/// The limits of an app's calls.
private struct AppLimitsView: Formed {
    let terms: AppTerms

    static let form = Form<Self>("AppLimits", means: "The limits of an app's calls.") {
        Member(
            "batch_events", .count, { _ in Int64(PostEvents.eventsMax) }, "Events in a batch.", sample: 1000)
        Member(
            "batch_body_bytes", .count, { Int64($0.terms.batchBodyBytesMax) }, "The body of a batch.",
            sample: 1_048_576)
        Member(
            "body_bytes", .count, { Int64($0.terms.bodyBytesMax) }, "The body of other calls.",
            sample: 65_536)
        Member(
            "event_age_seconds", .count, orNull: { _ in nil as Int64? },
            "How old an event may be; null for any age.", sample: .null)
    }
}
