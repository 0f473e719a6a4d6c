internal import API
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Branch's `DELETE /v1/url?url=`: the link is switched off, and what happened to it stays.
///
/// The header `Access-Token` was a token of Branch's; here it is the secret.
struct DeleteBranchLink: Endpoint {
    struct Output: JSONOutput {
        let link: Link

        static var schema: Schema {
            .object(
                "BranchDeletionReply", means: "The deleted link, in Branch's form.",
                [
                    "url": .uri.atMost(1024).means("The short link."),
                    "deleted": .boolean.means("Always true."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("url", link.shortLink)
                writer.member("deleted", link.state == .off)
            }
        }
    }

    let keys: BranchKeys
    let making: LinkMaking

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let query = call.request.query
        let key = query["branch_key"] ?? query["app_id"]
        let actor = try await keys.admit(key: key, secret: BranchKeys.secret(in: call.request), call)
        let code = try BranchLink.code(in: query, of: making.profile())
        let link = try await mappingErrors { () throws(LinkError) in try await making.links.stored(code) }
        guard link.state == .on else { throw .notFound }
        return Output(
            link: try await mappingErrors { () throws(LinkError) in
                try await making.links.set(
                    code, to: .off, by: actor, because: "Deleted by Branch's call")
            })
    }
}

extension DeleteBranchLink {
    var operation: Operation {
        Operation(
            "deleteBranchLink", .legacy, "Branch: delete a link",
            """
            Switches the link off. An administrator can switch it on again, and its alias stays reserved. \
            Written to the audit.
            """
        )
        .takes(
            BranchLink.urlParameter,
            .query("app_id", .string(1...128), "A Branch key that the app profile lists; or `branch_key`."),
            .query("branch_key", .string(1...128), "The same."),
            BranchKeys.secretHeader,
            .query("branch_secret", .string(1...255), "The same.")
        )
        .gives("In Branch's form.", example: ["url": "https://go.example.com/abcd", "deleted": true])
    }
}
