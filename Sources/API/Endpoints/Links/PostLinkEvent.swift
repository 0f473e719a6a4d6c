internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links
internal import Values

/// Counts what an app did with the link it was opened through.
struct PostLinkEvent: RepeatableEndpoint {
    struct Input: FormedInput {
        let clickID: UUID
        let event: LinkEvent
        let channel: String?

        static let form = RequestForm(
            "LinkEventRequest", means: "What an app did with a link.",
            Field(
                "link_click_id", .uuid, "As in the claim's reply.",
                sample: "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d"),
            Field("event", .appEvent, sample: "first_open"),
            Field(optional: "channel", .string(LinkLabels.lengths), "Where the link was shared.")
        ) { Input(clickID: $0, event: $1, channel: $2) }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        _ = try making.profile()
        try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address))
        try await mappingErrors { () throws(LinkError) in
            try await making.links.count(
                input.event, clickID: input.clickID.lowercaseText, channel: input.channel)
        }
        return .noContent
    }
}

extension PostLinkEvent {
    var repeatable: [RepeatableCall] { [.linkEvent] }

    var operation: Operation {
        Operation("postLinkEvent", .links, "Record a link event")
            .gives(204, "Counted.")
            .refuses("The click is unknown, or links are off.", LinkError.clickNotFound.problem, .linksOff)
            .refuses(.tooManyRequests)
    }
}

extension Codec where Value == LinkEvent {
    /// Events that apps count. The service itself counts clicks, redirects and claims.
    fileprivate static var appEvent: Codec {
        let form = Codec.choice("first_open", "re_open", "install", "declined", "shared")
        return Codec(form.schema, text: \.rawValue, parse: LinkValues.appEvent).named(
            "LinkEventName",
            "What an app did with a link. The service itself counts clicks and redirects.")
    }
}
