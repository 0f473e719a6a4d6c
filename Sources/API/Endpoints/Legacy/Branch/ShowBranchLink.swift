internal import HTTP
internal import Links
internal import Service

/// Branch's `GET /v1/url?url=&branch_key=`.
struct ShowBranchLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link

        func encode(to writer: inout JSONWriter) {
            let spec = link.spec
            writer.object { writer in
                writer.member("channel", spec.channel)
                writer.member("campaign", spec.campaign)
                writer.member("feature", spec.feature)
                writer.member("tags", spec.tags)
                writer.member("data", JSONValue.object(data))
                writer.member("alias", link.code.description)
                writer.member("type", spec.isOneTime ? 1 : 0)
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
        guard let code = try making.profile().shortLinkCode(query["url"] ?? "") else { throw .notFound }
        let link = try await serving { () throws(ServiceError) in try await making.links.link(code) }
        guard let link else { throw .notFound }
        return Output(link: link)
    }
}
