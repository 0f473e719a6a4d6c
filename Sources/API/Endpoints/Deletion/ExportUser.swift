internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Limits
internal import Values

/// Everything that is kept about the calling user, as one file.
struct ExportUser: StreamingEndpoint {
    /// The cost of one file in a user's limit of reads: it has at least a page of each table.
    private static let reads = 20

    let file: PersonalDataService
    let limits: RateLimits

    func stream(_ input: NoInput, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        let uid = try call.user()
        try limits.readsPerUser.take(RateLimitKey(uid.uuid), cost: Self.reads)
        let head = [ResponseHeader(.contentDisposition, "attachment; filename=\"\(uid).json\"")]
        do throws(InfrastructureError) {
            try await file.write(of: uid) { piece in
                guard !pieces.hasBegun else { return await pieces.send(piece) }
                return pieces.begin(
                    Response(status: 200, contentType: "application/json", body: piece, headers: head))
            }
        } catch {
            guard pieces.hasBegun else { throw error.problem }
            pieces.breakOff()
        }
    }
}

extension ExportUser {
    var operation: Operation {
        Operation(
            "exportUser", .users, "Export the calling user's data",
            """
            One JSON file with a list for each table. Rows have the table's columns. Hashes of secrets and \
            the names of administrators' keys are left out. The file is streamed in chunks: a reply that \
            ends without its last chunk is incomplete. It counts as 20 reads.
            """
        )
        .gives(
            "The file.", .contentDisposition, as: .json(.personalData),
            example: [
                "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                "users": [["uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41", "email": "ben@example.com"]],
            ])
    }
}

extension Schema {
    fileprivate static var personalData: Schema {
        .map(
            "PersonalFile", of: .array(of: .map(of: .any)), means: "The stored data about a user, by table.",
            [
                "uid": .uuid.means("The user."),
                "users": .array(of: .map(of: .any)).means("The user's own row."),
            ])
    }
}
