internal import Accounts
internal import HTTP
internal import JSON
internal import Referrals

/// The calling user.
struct ShowUser: Endpoint {
    struct Output: JSONOutput, Formed {
        let view: OwnUserView

        static let form = Form<Self>("UserReply", means: "A user.") {
            Member("user", \.view)
        }
    }

    let accounts: AccountService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            view: try await mappingErrors { () throws(AccountError) in
                OwnUserView(
                    user: try await accounts.user(uid), details: try await accounts.details(of: uid))
            })
    }
}

extension ShowUser {
    var operation: Operation {
        Operation("showUser", .users, "Show the calling user")
            .gives(
                "The user.",
                example: [
                    "user": [
                        "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "is_anonymous": true,
                        "email": .null,
                        "email_verified": false,
                        "referral_code": "7ZKQ4M9XTB",
                        "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
                        "level": 0,
                        "highest_level": 0,
                        "last_signin_at": .null,
                        "created_at": "2026-11-21T12:00:00.000Z",
                        "identities": [],
                        "deletion_at": .null,
                        "reset_at": .null,
                    ]
                ]
            )
            .refuses(.notFound)
    }
}
