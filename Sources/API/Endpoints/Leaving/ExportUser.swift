internal import HTTP
internal import Service
internal import Values

/// Everything that is kept about the calling user, as one file.
struct ExportUser: Endpoint {
    let file: PersonalFile

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        var body: [UInt8] = []
        try await serving { () throws(CallFailure) in
            try await file.write(of: uid) { piece in
                body += piece
                return true
            }
        }
        return Response(
            status: 200, contentType: "application/json", body: body,
            headers: [ResponseHeader(.contentDisposition, "attachment; filename=\"\(uid).json\"")])
    }
}

extension ExportUser {
    var operation: Operation {
        Operation(
            "exportUser", .users, "Everything that is kept about the calling user",
            """
            One JSON file, a list for each table, whose rows have its columns as they are. Hashes of secrets are left \
            out, and who of the administrators did what. One at a time: 503 while another is under way.
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
