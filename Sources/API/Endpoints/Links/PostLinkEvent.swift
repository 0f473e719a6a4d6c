internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import Limits
internal import Links
internal import Values

/// Counts what an app did with the link it was opened through.
struct PostLinkEvent: Endpoint {
    struct Input: BodyInput {
        let clickID: UUID
        let event: LinkEvent
        let channel: String?

        static var schema: Schema {
            .closed(
                "LinkEventRequest", means: "What an app did with a link.",
                [
                    "link_click_id": .uuid.means("As the claim said."),
                    "event": .linkEventName,
                    "channel": .string(1...128).means("Where it was shared.").orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let clickID = fields.value("link_click_id", FieldValues.uuid)
            let event = fields.value("event", LinkValues.appEvent)
            channel = fields.optionalString("channel", length: LinkLabels.lengths)
            (self.clickID, self.event) = try fields.finish(clickID, event)
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        _ = try making.profile()
        try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address))
        try await serving { () throws(LinkError) in
            try await making.links.count(
                input.event, clickID: input.clickID.lowercaseText, channel: input.channel)
        }
        return .noContent
    }
}

extension PostLinkEvent {
    var operation: Operation {
        Operation("postLinkEvent", .links, "Count what an app did with a link")
            .takes(["link_click_id": "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d", "event": "first_open"])
            .gives(204, "Counted.")
            .refuses("There is no such click, or links are off.", LinkError.clickNotFound.problem, .linksOff)
            .refuses(.tooManyRequests)
    }
}

extension Schema {
    static var linkEventName: Schema {
        .named(
            "LinkEventName",
            .choice("first_open", "re_open", "install", "declined", "shared").means(
                "What an app did with a link. Clicks and redirects are the service's own to count."))
    }
}
