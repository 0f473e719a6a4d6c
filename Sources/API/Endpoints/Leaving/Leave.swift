internal import HTTP
internal import Service
internal import Values

/// The calling user wants to be erased.
struct Leave: Endpoint {
    struct Input: OptionalBodyInput {
        let password: String?
        let token: String?

        static var schema: Schema {
            .closed(
                "LeaveRequest", means: "That it is the user itself.",
                [
                    "password": .string(1...1024).orNone.means(
                        "The account's; nothing of who is anonymous."),
                    "id_token": .string(1...16_384).orNone.means(
                        "Of one of the account's identities, in place of the password."),
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            password = fields.optionalString("password", length: 1...1024)
            token = fields.optionalString("id_token", length: 1...16_384)
            try fields.finish()
        }
    }

    struct Output: JSONOutput {
        let erasedAt: Timestamp

        static var schema: Schema {
            .object(
                "LeaveReply", means: "When the user is erased.",
                [
                    "erased_at": .time.means(
                        "Signing in before then takes it back; who has no credential can't.")
                ])
        }

        var status: Int { 202 }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("erased_at", erasedAt) }
        }
    }

    let leaving: LeavingService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            erasedAt: try await serving { () throws(LeavingError) in
                try await leaving.leave(
                    uid, password: input.password, token: input.token, isVouchedFor: call.isBearer,
                    from: call.address)
            })
    }
}

extension Leave {
    var operation: Operation {
        Operation(
            "leave", .users, "Delete the calling user",
            """
            All sessions end. An account is erased some days later (`SHIPMATE_ERASURE_DAYS`), unless it signs in \
            before; who is anonymous at once. What names the person goes: e-mail, password, profile, links, devices, \
            addresses, and what anybody wrote about the player. The uid stays, with its ledger, its rewards and its \
            place among referrals.
            """
        )
        .takes(["password": "correct horse battery staple"])
        .gives(202, "When the user is erased.", example: ["erased_at": "2026-11-28T12:00:00.000Z"])
        .refuses("The password is wrong; or there is no good token.", LeavingError.wrongPassword.problem)
        .refuses(.notFound)
        .refuses(.tooManyRequests)
    }
}
