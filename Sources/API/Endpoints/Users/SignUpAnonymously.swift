internal import HTTP
internal import Referrals
internal import Service

/// Signs a new install in anonymously, with who referred it.
struct SignUpAnonymously: Endpoint {
    struct Input: JSONInput {
        let referredBy: NamedReferrer?
        let matchConfidence: MatchConfidence?
        let idempotencyKey: IdempotencyKey?

        static var schema: Schema {
            .closed(
                "SignUpRequest", means: "Who comes, and through whom.",
                [
                    "referred_by": .referrer.means("Who referred the user.").orNone,
                    "match_confidence": .matchConfidence.means(
                        """
                        A claim's `match`: how sure the install belongs to the link that was clicked. Absent \
                        or `none`, the referrer is the user's own word, and counts as sure. Rewards of a \
                        `default` match are held for an administrator, those of a `weak` one denied.
                        """
                    ).orNone,
                ])
        }

        static var parameters: [Parameter] {
            [
                .idempotencyKey(
                    """
                    A secret that the app makes once for each install. For 24 hours, and while the user is \
                    anonymous, the same key gives the same user with a new session.
                    """)
            ]
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = try request.fields()
            let referredBy = fields.optionalValue("referred_by", FieldValues.referrer)
            let matchConfidence = fields.optionalValue("match_confidence", FieldValues.matchConfidence) ?? nil
            try fields.finish()
            return Input(
                referredBy: referredBy, matchConfidence: matchConfidence,
                idempotencyKey: try IdempotencyKey.read(request))
        }
    }

    struct Output: JSONOutput {
        let reply: SignUpReply

        var status: Int { 201 }
        var headers: [ResponseHeader] { [ResponseHeader(.location, "/v1/users/me")] }

        static var schema: Schema {
            .object(
                "SignUpReply", means: "A new user, signed in.",
                [
                    "user": UserView.schema,
                    "session": SessionView.schema,
                    "referral": ReferralView.schema,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: reply.user))
                writer.member("session", SessionView(tokens: reply.session))
                writer.member("referral", ReferralView(referral: reply.user.referral))
            }
        }
    }

    let accounts: AccountService
    let pepper: Subkey

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let signUp = SignUp(
            referrer: input.referredBy, matchConfidence: input.matchConfidence,
            keyHash: input.idempotencyKey?.hash(pepper: pepper).bytes)
        return Output(
            reply: try await serving { () throws(AccountError) in
                try await accounts.signUp(signUp, from: call.address)
            })
    }
}

extension SignUpAnonymously {
    var operation: Operation {
        Operation(
            "signUpAnonymously", .users, "Sign a new install in anonymously",
            """
            A well-formed `referred_by` that names nobody doesn't stop the sign-in: the referral is then \
            `rejected`, and the value kept for the administrator. Text that is neither a uid nor a code is \
            422.
            """
        )
        .takes(["referred_by": "7ZKQ4M9XTB"])
        .gives(
            201,
            """
            The new user; or, with an `Idempotency-Key` seen before, the same one with a new session.
            """, .location,
            example: [
                "user": [
                    "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                    "is_anonymous": true,
                    "email": .null,
                    "referral_code": "7ZKQ4M9XTB",
                    "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
                    "level": 0,
                    "highest_level": 0,
                    "last_signin_at": .null,
                    "created_at": "2026-11-21T12:00:00.000Z",
                ],
                "session": SessionView.example,
                "referral": ReferralView.example,
            ]
        )
        .refuses(.tooManyRequests)
    }
}
