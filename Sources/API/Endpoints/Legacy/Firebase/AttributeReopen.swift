internal import HTTP
internal import Links
internal import Service

/// Firebase's `POST /v1/reopenAttribution?key=`: what a link says that the system has opened the app through.
/// Nothing is claimed; the re-open is counted.
struct AttributeReopen: Endpoint {
    struct Output: JSONOutput {
        let view: DynamicLinkView

        func encode(to writer: inout JSONWriter) {
            writer.object { view.encodeMembers(to: &$0, minimumVersion: "iosMinAppVersion") }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: ReopenInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        var claim = LinkClaim(device: LinkClaim.Device(platform: .ios))
        claim.link = input.requestedLink
        switch try making.profile().evidence(of: claim) {
        case .shortLink(let code): return Output(view: try await view(of: code))
        case .longLink(let parsed):
            try making.check(parsed.spec)
            return Output(view: DynamicLinkView(spec: parsed.spec, code: nil, invitationID: nil))
        case .click, nil: throw .notFound
        }
    }

    private func view(of code: LinkCode) async throws(Problem) -> DynamicLinkView {
        let link = try await serving { () throws(ServiceError) in try await making.links.link(code) }
        guard let link, link.isGood(at: WallClock.now) else { throw .notFound }
        // The app waits for the link, not for the number.
        try? await making.links.countReOpen(of: code, on: .ios)
        return DynamicLinkView(spec: link.spec, code: code, invitationID: nil)
    }
}

extension AppProfile {
    fileprivate func evidence(of claim: LinkClaim) -> LinkClaim.Evidence? { claim.evidence(in: self) }
}
