internal import FoundationEssentials
internal import HTTP
internal import Links
internal import Service
internal import Values

/// Counts what an app did with the link it was opened through.
struct PostLinkEvent: Endpoint {
    struct Input: BodyInput {
        let clickID: UUID
        let event: LinkEvent
        let channel: String?

        init(_ fields: inout Fields) throws(Problem) {
            let clickID = fields.value("link_click_id", Values.uuid)
            let event = fields.value("event", LinkValues.appEvent)
            channel = fields.optionalString("channel", length: LinkLabels.lengths)
            (self.clickID, self.event) = try fields.finish(clickID, event)
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        _ = try making.profile()
        try await serving { () throws(ServiceError) in
            try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address))
            try await making.links.count(
                input.event, clickID: input.clickID.lowercaseText, channel: input.channel)
        }
        return .noContent
    }
}
