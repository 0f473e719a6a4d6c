internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Switches a link off, or on again, with a trace of who did.
struct SetLinkState: Endpoint {
    struct Input: FormedInput {
        let state: Link.State
        let reason: String?

        static let form = RequestForm(
            "LinkChange", means: "The change of a link.",
            Field("state", .linkState, sample: "off"),
            Field(
                optional: "reason", .string(1...200), "For the audit.",
                sample: "Leads to a page that was taken over")
        ) { Input(state: $0, reason: $1) }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> ShowLink.Output {
        _ = try making.profile()
        guard let code = call.request.parameter("code").flatMap(LinkCode.init) else { throw .notFound }
        let link = try await mappingErrors { () throws(LinkError) in
            try await making.links.set(code, to: input.state, by: call.actor, because: input.reason)
        }
        return ShowLink.Output(link: making.view(of: link))
    }
}

extension SetLinkState {
    var operation: Operation {
        Operation(
            "setLinkState", .administration, "Switch a link on or off",
            """
            Within a second no process follows a link that is off. Opening it, its QR code and claims then \
            behave as for an expired link. The key and both states are written to the audit. Repeating the \
            call changes nothing.
            """
        )
        .gives("The link as it is now.")
        .refuses(.noLink)
    }
}

extension Codec where Value == Link.State {
    fileprivate static var linkState: Codec {
        Codec(.choice("on", "off"), text: \.rawValue, parse: LinkValues.state).named(
            "LinkState", "A link that is off leads to its fallback, or to a page.")
    }
}
