internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Values

/// The calling user wants to be erased.
struct DeleteAccount: Endpoint {
    struct Input: FormedOptionalInput {
        let proof: OfferedProof

        static let form = RequestForm(
            "LeaveRequest", means: "Proof that the user makes the call.", OfferedProof.field
        ) { Input(proof: $0) }
    }

    struct Output: JSONOutput, Formed {
        let erasedAt: Timestamp

        static let form = Form<Self>("LeaveReply", means: "When the user is erased.") {
            Member(
                "erased_at", .time, \.erasedAt,
                "Signing in before that cancels the deletion. An anonymous user can't.")
        }

        var status: Int { 202 }
    }

    let deletion: AccountDeletionService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let request = try call.proof(input.proof)
        return Output(
            erasedAt: try await mappingErrors { () throws(AccountDeletionError) in
                try await deletion.leave(request, in: call.pageLanguage.rawValue)
            })
    }
}

extension DeleteAccount {
    var operation: Operation {
        Operation(
            "leave", .users, "Delete the calling user",
            """
            An anonymous user is erased at once. An account needs proof from its owner, and is erased after \
            some days (`SHIPMATE_ERASURE_DAYS`) during which its sessions stay valid. Signing in or `DELETE \
            /v1/users/me/deletion` cancels the deletion. The verified e-mail gets a notice with a link that \
            cancels it. Personal data is erased: e-mail, password, profile, links, devices, addresses, and \
            all texts written about the player. The uid stays, with its ledger, its rewards \
            and its place among referrals.
            """
        )
        .takes(["password": "correct horse battery staple"])
        .takes(.visitorsLanguage)
        .gives(202, "When the user is erased.", example: ["erased_at": "2026-11-28T12:00:00.000Z"])
        .refuses(.unproven)
        .refuses(.installTime)
        .refuses(.notFound)
        .refuses(.tooManyRequests)
    }
}
