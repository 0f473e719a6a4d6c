internal import API
internal import Batching
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Branch's `GET /v1/url?url=&branch_key=`.
struct ShowBranchLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link

        static var schema: Schema {
            .object(
                "BranchLink", means: "A link's content, in Branch's form.",
                [
                    "channel": .string(upTo: 1024).orNull.means("Where it is shared."),
                    "campaign": .string(upTo: 1024).orNull.means("For statistics."),
                    "feature": .string(upTo: 1024).orNull.means("The link's purpose, such as `invite`."),
                    "stage": .string(upTo: 128).orNull.means("As the link has it."),
                    "tags": .array(of: .string(upTo: 1024)).means("For sorting links."),
                    "data": .branchLinkData,
                    "alias": .linkCode.means("The link's code."),
                    "type": .integer(0...2).means(
                        "1 for a link that is valid for one claim, 2 for a marketing link, otherwise 0."),
                    "duration": .integer(0...31_536_000).orNull.means("As the link has it."),
                    "identity": .string(upTo: 128).orNull.means("As the link has it."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            let spec = link.spec
            writer.object { writer in
                writer.member("channel", spec.channel)
                writer.member("campaign", spec.campaign)
                writer.member("feature", spec.feature)
                writer.member("stage", spec.legacy[LegacyNames.stage])
                writer.member("tags", spec.tags)
                writer.member("data", JSONValue.object(data))
                writer.member("alias", link.code.description)
                writer.member("type", spec.branchType)
                writer.member("duration", spec.legacy[LegacyNames.duration].flatMap { Int64($0) })
                writer.member("identity", spec.legacy[LegacyNames.identity])
            }
        }

        /// The link's own, and what Branch added to it.
        private var data: [JSONMember] {
            var members: [JSONMember] = []
            if let json = link.spec.data.json,
                case .object(let stored)? = try? JSONParser.parse(Array(json.utf8))
            {
                members = stored.filter { $0.name != "~id" && $0.name != "url" }
            }
            return members + [
                JSONMember("~id", .string(link.code.description)), JSONMember("url", .string(link.shortLink)),
            ]
        }
    }

    let keys: BranchKeys
    let making: LinkMaking

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let query = call.request.query
        try await keys.admit(key: query["branch_key"], call)
        let code = try BranchLink.code(in: query, of: making.profile())
        let link = try await mappingErrors { () throws(InfrastructureError) in
            try await making.links.link(code)
        }
        guard let link, link.state == .on else { throw .notFound }
        return Output(link: link)
    }
}

extension BranchLink {
    static let urlParameter = Parameter.query(
        "url", .string.pattern("[!-~]{1,1024}"), "The short link.", isRequired: true)

    /// Which link a call's `?url=` names.
    static func code(in query: Query, of profile: AppProfile) throws(Problem) -> LinkCode {
        guard let code = profile.shortLinkCode(query["url"] ?? "") else { throw .notFound }
        return code
    }
}

extension LinkSpec {
    /// 1 is good for one claim; what else Branch knew is as it was given.
    var branchType: Int64 { isOneTime ? 1 : legacy[LegacyNames.type].flatMap { Int64($0) } ?? 0 }
}

extension ShowBranchLink {
    var operation: Operation {
        Operation("showBranchLink", .legacy, "Branch: show a link")
            .takes(BranchKeys.parameter, BranchLink.urlParameter)
            .gives("In Branch's form.", example: Output.example)
    }
}

extension ShowBranchLink.Output {
    static let example: JSONValue = [
        "channel": "email",
        "campaign": .null,
        "feature": .null,
        "stage": .null,
        "tags": [],
        "data": [
            "$desktop_url": "https://example.com/", "~id": "abcd", "url": "https://go.example.com/abcd",
        ],
        "alias": "abcd",
        "type": 0,
        "duration": .null,
        "identity": .null,
    ]
}

extension Schema {
    static var branchLinkData: Schema {
        .map(
            "BranchLinkData", of: .any, means: "The link's data, and Branch's additions.",
            [
                "~id": .linkCode.means("The link's code."),
                "url": .uri.atMost(1024).means("The short link."),
            ])
    }
}
