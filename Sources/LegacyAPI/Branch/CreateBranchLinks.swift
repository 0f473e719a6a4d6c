internal import API
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// Branch's `POST /v1/url/bulk/{branch_key}`: all that can be made are made in one batch,
/// and each of the others fails alone.
struct CreateBranchLinks: GuardedEndpoint {
    static let linksMax = 500

    struct Input: JSONInput {
        let bodies: [Result<BranchBody, Problem>]

        static var schema: Schema {
            .named(
                "BranchBulkRequest",
                .array(of: .branchBulkItem, count: 0...CreateBranchLinks.linksMax).means(
                    "Independent links to make."))
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            guard case .array(let elements) = try request.json() else {
                throw .field("", .wrongType, "An array is needed.")
            }
            guard elements.count <= CreateBranchLinks.linksMax else {
                throw .field("", .tooLong, "At most \(CreateBranchLinks.linksMax) links may be given.")
            }
            return Input(
                bodies: elements.map { element in
                    Result { () throws(Problem) in try BranchBody(element) }
                })
        }
    }

    struct Output: JSONOutput {
        let results: [Result<MadeLink, Problem>]

        static var schema: Schema {
            .named("BranchBulkReply", .array(of: .branchBulkResult).means("One for each link, in order."))
        }

        func encode(to writer: inout JSONWriter) {
            writer.array { writer in
                for result in results {
                    writer.object { writer in
                        switch result {
                        case .success(let made): writer.member("url", made.link.shortLink)
                        case .failure(let problem): writer.member("error", problem.message)
                        }
                    }
                }
            }
        }
    }

    let single: CreateBranchLink

    func admit(_ call: Call) throws(Problem) {
        try single.keys.check(key: call.request.parameter("branch_key"))
    }

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        try await single.keys.admit(
            key: call.request.parameter("branch_key"), cost: max(1, input.bodies.count), call)
        var admitted: [Result<NewLink, Problem>] = []
        for body in input.bodies {
            do throws(Problem) {
                admitted.append(.success(try await single.admit(try body.get(), call)))
            } catch {
                admitted.append(.failure(error))
            }
        }
        return Output(results: await single.making.make(admitted))
    }
}

extension CreateBranchLinks {
    var operation: Operation {
        Operation(
            "createBranchLinks", .legacy, "Branch: create links in bulk",
            "Each is made, or fails, independently. Each counts towards the address's limit."
        )
        .takes(.path("branch_key", .string(1...128), "Identifies the app; the profile lists it."))
        .takes(BranchKeys.secretHeader)
        .takes([["channel": "email"], ["channel": "sms"]])
        .gives(
            "In Branch's form.",
            example: [["url": "https://go.example.com/nlAR8U4SlKRZw1cb2"], ["error": "/alias: …"]])
    }
}

extension Schema {
    static var branchBulkItem: Schema {
        .object(
            "BranchBulkItem", means: "One of many links. Other members are ignored.",
            ["branch_secret": branchLinkSecret], and: branchLink)
    }

    static var branchBulkResult: Schema {
        .object(
            "BranchBulkResult", means: "The link, or the reason of its failure.",
            [
                "url": .uri.atMost(1024).means("The URL to share.").optional,
                "error": .string(upTo: 8192).means("In words.").optional,
            ])
    }
}
