internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// The result of a change of a link with Branch's call.
struct BranchChange {
    let link: Link
    let body: BranchBody
    let profile: AppProfile

    func spec(checkedBy making: LinkMaking) throws(Problem) -> LinkSpec {
        guard link.state == .on else { throw .notFound }
        try refuseWhatStays()
        guard !making.links.isNamedByContent(link) else {
            throw .field(
                "/url", .invalid,
                "This link can't be changed: the same request must give the same link again.")
        }
        let spec = try changed()
        do throws(Problem) { try making.check(spec, by: .key) } catch {
            throw BranchLink.told(error, of: spec.data)
        }
        return spec
    }

    /// Named with the value that it has, it does no harm.
    private func refuseWhatStays() throws(Problem) {
        let alias = try body.text("alias") ?? link.code.description
        let type = try body.integer("type", in: BranchLink.types) ?? link.spec.branchType
        let identity = try body.text("identity") ?? link.spec.legacy[LegacyNames.identity]
        for (name, stays) in [
            ("alias", alias == link.code.description), ("type", type == link.spec.branchType),
            ("identity", identity == link.spec.legacy[LegacyNames.identity]),
        ] where !stays {
            throw .field("/\(name)", .invalid, "This can't be changed.")
        }
    }

    private func changed() throws(Problem) -> LinkSpec {
        var spec = try BranchLink.keeping(body, in: link.spec)
        spec.channel = try body.text("channel") ?? spec.channel
        spec.feature = try body.text("feature") ?? spec.feature
        spec.campaign = try body.text("campaign") ?? spec.campaign
        let tags = try body.texts("tags", countMax: LinkLabels.tagsMax, charactersMax: 64)
        if !tags.isEmpty { spec.tags = tags }
        guard let given = try body.object("data") else { return spec }
        spec.data = try BranchLink.data(
            try BranchBody(.object([JSONMember("data", merged(with: given))])))
        guard LinkSpec.branchPayloadNames.contains(where: { given[$0] != nil }) else { return spec }
        return leading(spec)
    }

    private func merged(with given: JSONValue) -> JSONValue {
        guard case .object(let new) = given else { return given }
        var members: [JSONMember] = []
        if let json = link.spec.data.json,
            case .object(let stored)? = try? JSONParser.parse(Array(json.utf8))
        {
            members = stored
        }
        let names = Set(new.map(\.name))
        return .object(members.filter { !names.contains($0.name) } + new)
    }

    /// To the new data's destination; the inviter stays.
    private func leading(_ spec: LinkSpec) -> LinkSpec {
        let remade = LinkSpec(branch: spec.data, in: profile)
        var spec = spec
        spec.link = remade.link
        if let inviter = profile.inviters(in: link.spec.link).first, profile.inviters(in: spec.link).isEmpty {
            spec.link = spec.link.adding([(profile.inviteParameters[0], inviter)])
        }
        spec.desktopFallbackLink = remade.desktopFallbackLink
        spec.android.fallbackLink = remade.android.fallbackLink
        spec.ios.fallbackLink = remade.ios.fallbackLink
        return spec
    }
}
