internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Limits
internal import Values

/// Everything that is kept about the calling user, as one file.
struct ExportUser: StreamingEndpoint {
    /// What one file counts for among the reads that a user may make: there is a page of each table at least.
    private static let reads = 20

    let file: PersonalFileService
    let limits: RateLimits

    func stream(_ input: NoInput, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        let uid = try call.user()
        try limits.readsPerUser.take(RateLimitKey(uid.uuid), cost: Self.reads)
        let head = [ResponseHeader(.contentDisposition, "attachment; filename=\"\(uid).json\"")]
        do throws(CallFailure) {
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
            "exportUser", .users, "Everything that is kept about the calling user",
            """
            One JSON file, a list for each table, whose rows have its columns as they are. Hashes of secrets are left \
            out, and who of the administrators did what. Sent in chunks, and made while it is sent: a reply that ends \
            without its last chunk isn't whole. It counts for 20 reads.
            """
        )
        .gives(
            "The file.", .contentDisposition, as: .json(.personalFile),
            example: [
                "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                "users": [["uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41", "email": "ben@example.com"]],
            ])
    }
}

extension Schema {
    fileprivate static var personalFile: Schema {
        .map(
            "PersonalFile", of: .array(of: .map(of: .any)), means: "What is kept about a user, by table.",
            [
                "uid": .uuid.means("Who it is about."),
                "users": .array(of: .map(of: .any)).means("The user's own row."),
            ])
    }
}
