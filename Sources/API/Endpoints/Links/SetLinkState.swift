internal import HTTP
internal import Invitations
internal import Links

/// Switches a link off, or on again, with a trace of who did.
struct SetLinkState: Endpoint {
    struct Input: BodyInput {
        static let reasonLengths = 1...200

        let state: Link.State
        let reason: String?

        static var schema: Schema {
            .closed(
                "LinkChange", means: "What to change of a link.",
                [
                    "state": .linkState,
                    "reason": .string(reasonLengths).means("For the audit.").orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let state = fields.value("state", LinkValues.state)
            reason = fields.optionalString("reason", length: Self.reasonLengths)
            self.state = try fields.finish(state)
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> ShowLink.Output {
        _ = try making.profile()
        guard let code = call.request.parameter("code").flatMap(LinkCode.init) else { throw .notFound }
        let link = try await serving { () throws(LinkError) in
            try await making.links.set(code, to: input.state, by: call.actor, because: input.reason)
        }
        return ShowLink.Output(link: making.view(of: link))
    }
}

extension SetLinkState {
    var operation: Operation {
        Operation(
            "setLinkState", .administration, "Switch a link off, or on again",
            """
            Within a second no process leads anybody on by a link that is off: to whoever opens it it is as one \
            that has expired, its QR code and its claims too. Written to the audit with the key that did it and \
            both states; the same again changes nothing.
            """
        )
        .takes(["state": "off", "reason": "Leads to a page that was taken over"])
        .gives("The link as it is now.")
        .refuses(.noLink)
    }
}

extension Schema {
    static var linkState: Schema {
        .named(
            "LinkState", .choice("on", "off").means("A link that is off leads to its fallback, or nowhere."))
    }
}
