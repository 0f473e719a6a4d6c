internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Referrals
internal import Values

/// Branch's `POST /v1/url`.
struct CreateBranchLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link

        static var schema: Schema {
            .object(
                "BranchLinkReply", means: "The link, in Branch's form.",
                ["url": .uri.atMost(1024).means("The URL to share.")])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("url", link.shortLink) }
        }
    }

    let keys: BranchKeys
    let identities: BranchIdentity
    let making: LinkMaking

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Output {
        try await keys.admit(key: try body.text("branch_key"), call)
        let new = try await admit(body, call)
        let made = try await mappingErrors { () throws(LinkError) in try await making.links.make(new) }
        // One that was deleted is not made again.
        guard made.link.state == .on else { throw LinkError.aliasInUse.problem }
        return Output(link: made.link)
    }

    /// With a user's identity, players through the link are invited by that user. With the secret too, the
    /// user owns the link, and it counts towards the user's limit. An id of the app's own is stored.
    func admit(_ body: BranchBody, _ call: Call) async throws(Problem) -> NewLink {
        let isBackEnd = try await isBackEnd(body, call)
        let profile = try making.profile()
        let link = try BranchLink(body, in: profile)
        var spec = link.spec
        let user = try await identities.userIfAny(try body.text("identity"))
        if let user, profile.inviters(in: spec.link).isEmpty {
            spec.link = spec.link.adding([(profile.inviteParameters[0], user.referralCode.description)])
        }
        do throws(Problem) {
            return try making.admit(
                spec, code: link.code, owner: isBackEnd ? user?.uid : nil,
                by: isBackEnd ? .key : .player)
        } catch {
            throw BranchLink.told(error, of: spec.data)
        }
    }

    /// Whether the secret came with a link; throws for a wrong one.
    private func isBackEnd(_ body: BranchBody, _ call: Call) async throws(Problem) -> Bool {
        let sent = try body.text("branch_secret", charactersMax: 255)
        guard let secret = sent ?? call.request.headers["access-token"] else { return false }
        try await keys.check(secret: secret, call)
        return true
    }
}

extension CreateBranchLink {
    var operation: Operation {
        Operation(
            "createBranchLink", .legacy, "Branch: create a link",
            """
            Without a URL in `data` it leads to the app's invite link. With `branch_secret` the link belongs \
            to the user of `identity`, and counts towards that user's limit. Without it the link has no \
            owner.
            """
        )
        .takes(BranchKeys.secretHeader)
        .takes(
            .branchLinkRequest,
            [
                "branch_key": "key_live_…",
                "channel": "email",
                "data": ["$desktop_url": "https://example.com/"],
            ]
        )
        .gives("In Branch's form.", example: ["url": "https://go.example.com/nlAR8U4SlKRZw1cb2"])
    }
}

extension Schema {
    static var branchLinkRequest: Schema {
        .object(
            "BranchLinkRequest",
            means: "A link as Branch's clients describe one. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "branch_secret": branchLinkSecret,
            ], and: branchLink)
    }

    static var branchLinkSecret: Schema {
        .string(upTo: 255).means("Makes the user of `identity` the link's owner; or `Access-Token`.")
            .nullableOptional
    }

    /// A link's content, alone or one of many.
    static var branchLink: KeyValuePairs<String, Schema> {
        [
            "alias": .string.pattern("[A-Za-z0-9_-]{0,128}").means(
                """
                1 to 128 letters, digits, `-` and `_`. The same alias with the same content returns the same \
                link, otherwise 409. Empty counts as absent.
                """
            ).nullableOptional,
            "type": .integerOrText.means(
                "0; 1 for a link that is valid for one claim; 2, Branch's marketing links, is only stored."
            ).nullableOptional,
            "duration": .integerOrText.means("Stored without effect: all links share one period.")
                .nullableOptional,
            "stage": .string(upTo: 128).means("Kept.").nullableOptional,
            "identity": .string(upTo: 128).means(
                "The uid or referral code of the inviting user; another id is only stored."
            ).nullableOptional,
            "channel": .string(upTo: 128).means("Where it is shared.").nullableOptional,
            "feature": .string(upTo: 128).means("The link's purpose, such as `invite`.").nullableOptional,
            "campaign": .string(upTo: 128).means("For statistics.").nullableOptional,
            "tags": .anyOf(.array(of: .string(upTo: 64).orNull, count: 0...32), .string(upTo: 64)).means(
                "For sorting links: a list, or one of them."
            ).nullableOptional,
            "data": .anyOf(.map(of: .any), .string(upTo: 65536)).means(
                "An object, or the same as JSON text."
            ).nullableOptional,
        ]
    }
}
