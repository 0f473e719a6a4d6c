internal import API
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Branch's `PUT /v1/url?url=`: changes a link's content. Members that aren't sent stay, also in its data.
struct UpdateBranchLink: Endpoint {
    /// Of two who change one link at once the later one looks again.
    private static let attemptsMax = 8

    let keys: BranchKeys
    let making: LinkMaking

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> ShowBranchLink.Output {
        let key = try body.text("branch_key")
        let actor = try await keys.admit(
            key: key, secret: try body.text("branch_secret", charactersMax: 255), call)
        let code = try BranchLink.code(in: call.request.query, of: making.profile())
        for _ in 0..<Self.attemptsMax {
            let link = try await mappingErrors { () throws(LinkError) in try await making.links.stored(code) }
            let change = BranchChange(link: link, body: body, profile: try making.profile())
            let spec = try change.spec(checkedBy: making)
            do throws(LinkError) {
                return ShowBranchLink.Output(
                    link: try await making.links.rewrite(link, as: spec, by: actor))
            } catch {
                guard error == .linkChanged else { throw error.problem }
            }
        }
        throw .unavailable
    }
}

extension UpdateBranchLink {
    var operation: Operation {
        Operation(
            "updateBranchLink", .legacy, "Branch: update a link",
            """
            Members that aren't sent stay, also in `data`. As at Branch, `alias`, `type` and `identity` \
            can't be changed. Links that are derived from their request, such as invites, can't be changed \
            at all. Written to the audit.
            """
        )
        .takes(BranchLink.urlParameter)
        .takes(
            .branchChange,
            [
                "branch_key": "key_live_…",
                "branch_secret": "secret_live_…",
                "channel": "twitter",
                "data": ["photo_id": "51"],
            ]
        )
        .gives("The changed link, in Branch's form.", example: ShowBranchLink.Output.example)
    }
}

extension Schema {
    static var branchChange: Schema {
        .object(
            "BranchChange", means: "A link's new content. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "branch_secret": .branchSecret,
            ], and: branchLink)
    }
}
