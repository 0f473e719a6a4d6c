internal import HTTP
internal import Links
internal import Service

/// Branch's `POST /v1/url/bulk/{branch_key}`: all that can be made are made in one batch,
/// and each of the others fails alone.
struct CreateBranchLinks: Endpoint {
    static let linksMax = 500

    struct Input: EndpointInput {
        let bodies: [Result<BranchBody, Problem>]

        static var body: Route.Body { .json }

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

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        try await single.keys.admit(key: call.request.parameter("branch_key"), call)
        var admitted: [Result<NewLink, Problem>] = []
        for body in input.bodies {
            do throws(Problem) {
                admitted.append(.success(try await single.admit(try body.get())))
            } catch {
                admitted.append(.failure(error))
            }
        }
        return Output(results: await single.making.make(admitted))
    }
}
