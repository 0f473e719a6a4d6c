internal import HTTP
internal import Links
internal import Referrals
internal import Service
internal import Values

/// Branch's `POST /v1/url`.
struct CreateBranchLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("url", link.shortLink) }
        }
    }

    let keys: BranchKeys
    let identities: BranchIdentity
    let making: LinkMaking

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Output {
        try await keys.admit(key: try body.text("branch_key"), call)
        let new = try await admit(body)
        let made = try await serving { () throws(ServiceError) in try await making.links.make(new) }
        return Output(link: made.link)
    }

    /// With an identity the link is that user's, and who comes through it was invited by that user.
    func admit(_ body: BranchBody) async throws(Problem) -> NewLink {
        let link = try BranchLink(body, in: making.profile())
        var spec = link.spec
        var owner: UserID?
        if let identity = try body.text("identity") {
            let user = try await identities.user(identity)
            owner = user.uid
            if spec.link.queryValue("invitedby") == nil {
                spec.link = spec.link.adding([("invitedby", user.referralCode.description)])
            }
        }
        return try making.admit(spec, code: link.code, owner: owner)
    }
}
