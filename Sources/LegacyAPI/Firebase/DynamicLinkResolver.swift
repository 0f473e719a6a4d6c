internal import API
internal import Batching
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// The content of a link, short or long, for its holder.
struct DynamicLinkResolver {
    let making: LinkMaking

    /// - Parameter isOpened: whether the system has opened an app by it, which is counted.
    func view(of text: String, isOpened: Bool) async throws(Problem) -> DynamicLinkView {
        var claim = LinkClaim(device: LinkClaim.Device(platform: .ios))
        claim.link = text
        let profile = try making.profile()
        // The click, where the link names one, has nothing to say here.
        let evidence = claim.brought(in: profile).map(\.evidence).first { !$0.isClick }
        if case .shortLink(let code) = evidence { return try await view(of: code, isOpened) }
        guard let spec = evidence.flatMap({ profile.spec(of: $0) }) else { throw .notFound }
        try making.check(spec, by: .key)
        return view(of: spec, code: nil)
    }

    private func view(of code: LinkCode, _ isOpened: Bool) async throws(Problem) -> DynamicLinkView {
        let link = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.link(code)
        }
        guard let link, link.isGood(at: making.links.now) else { throw .notFound }
        // The app waits for the link, not for the number.
        if isOpened { try? await making.links.countReOpen(of: code, on: .ios) }
        return view(of: link.spec, code: code)
    }

    private func view(of spec: LinkSpec, code: LinkCode?) -> DynamicLinkView {
        DynamicLinkView(
            spec: spec, code: code, longLink: making.longLink(of: spec, code: code), invitationID: nil)
    }
}

extension LinkClaim.Evidence {
    fileprivate var isClick: Bool {
        if case .click = self { true } else { false }
    }
}
