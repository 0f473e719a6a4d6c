internal import Accounts
internal import Crypto
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Signs a new install in anonymously, with who referred it.
struct SignUpAnonymously: RepeatableEndpoint {
    struct Input: JSONInput {
        let body: Body
        let idempotencyKey: IdempotencyKey?

        struct Body {
            let receipt: String?
            let device: String?
            let referredBy: NamedReferrer?
            let matchConfidence: MatchConfidence?
            let externalID: ExternalID?
            let installKey: InstallKeyInput?
            let installProof: String?
        }

        private static let form = RequestForm(
            "SignUpRequest", means: "The new user, and its referrer.",
            Field(
                optional: "claim", .string(0...4_096),
                """
                The `receipt` of a claim: it names the referrer and the confidence, and replaces the fields \
                below. If it was used, has expired or isn't ours, the referral is `rejected` and the user is \
                created anyway.
                """),
            Field(
                optional: "device", .string(1...256),
                """
                An id of the device, such as its vendor's. Stored as a keyed hash, so that administrators \
                can find several accounts of one device.
                """),
            Field(optional: "referred_by", .referrer, "The user's referrer.", sample: "7ZKQ4M9XTB"),
            Field(
                optional: "match_confidence", .matchConfidence,
                """
                A claim's `match`, from apps that send no receipt. It can only lower the confidence: \
                `default` and `weak` count as such a claim, other values are ignored. By default, rewards of \
                a `default` match are held for an administrator, and those of a `weak` one are denied.
                """),
            Field(
                optional: "external_id", .externalID,
                """
                From a server key: the player's id in the app's own back end. The user is then an account, \
                and signed up at once.
                """), InstallKeyInput.field, InstallKeyInput.proof
        ) {
            Body(
                receipt: $0, device: $1, referredBy: $2, matchConfidence: $3 ?? nil, externalID: $4,
                installKey: $5, installProof: $6)
        }

        static var schema: Schema { form.schema }
        static var content: Content? { .json(schema, example: form.example) }

        static var parameters: [Parameter] {
            [
                .idempotencyKey(
                    """
                    A secret that the app creates once for each install. While the user is anonymous, the \
                    same key returns the same user with a new session.
                    """)
            ]
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = try request.fields()
            return Input(body: try form.read(&fields), idempotencyKey: try IdempotencyKey.read(request))
        }
    }

    struct Output: JSONOutput, Formed {
        let reply: SignUpReply
        let isForKey: Bool

        var status: Int { 201 }
        var headers: [ResponseHeader] { [ResponseHeader(.location, "/v1/users/me")] }

        static let form = Form<Self>("SignUpReply", means: "A new user, signed in.") {
            Member("user", { UserView(user: $0.reply.user, isForKey: $0.isForKey) })
            Member("session", { SessionView(tokens: $0.reply.session) })
            Member("referral", { ReferralView(referral: $0.reply.user.referral) })
        }
    }

    let accounts: AccountService
    let externalIDs: ExternalIDService
    let identities: IdentityService
    let gate: Gate
    let pepper: Subkey
    let claimPepper: Subkey

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let claimKey = input.body.receipt == nil ? nil : input.idempotencyKey
        let signUp = SignUp(
            referrer: input.body.referredBy, matchConfidence: input.body.matchConfidence,
            keyHash: input.idempotencyKey?.hash(pepper: pepper).bytes,
            claimKeyHash: claimKey?.hash(pepper: claimPepper).bytes, receipt: input.body.receipt,
            device: input.body.device)
        signUp.installKey = try input.body.installKey?.key()
        if let id = input.body.externalID { return try await make(signUp, as: id, on: call) }
        if let bearer = try await gate.bearer(of: call.request) {
            return try await make(signUp, as: bearer, on: call)
        }
        return try await reply(to: signUp, call, proof: input.body.installProof)
    }

    private func reply(
        to signUp: SignUp, _ call: Call, proof: String?
    ) async throws(Problem) -> Output {
        Output(
            reply: try await mappingErrors { () throws(AccountError) in
                try await accounts.signUp(signUp, from: call.address, in: call.signed(by: proof))
            }, isForKey: false)
    }

    /// An existing user gets another session, for example after a lost reply; unless it was deleted, or is
    /// blocked.
    private func make(
        _ signUp: SignUp, as bearer: Bearer, on call: Call
    ) async throws(Problem) -> Output {
        let made = try await mappingErrors { () throws(AccountError) in
            try await identities.signUp(signUp, as: bearer, from: call.address)
        }
        if let made { return Output(reply: made, isForKey: false) }
        let uid = try await gate.user(of: call.request)
        return Output(
            reply: try await mappingErrors { () throws(AccountError) in
                try await identities.open(
                    uid, as: bearer, at: call.address, installKey: signUp.installKey)
            }, isForKey: false)
    }

    /// An id is a server's to give. It also stands for an Idempotency-Key, and needs no limit.
    private func make(
        _ signUp: SignUp, as id: ExternalID, on call: Call
    ) async throws(Problem) -> Output {
        try await gate.require(.server, for: call.request)
        return Output(
            reply: try await mappingErrors { () throws(AccountError) in
                try await externalIDs.signUp(signUp, as: id)
            }, isForKey: true)
    }
}

extension SignUpAnonymously {
    var repeatable: [RepeatableCall] { [.signUp] }

    var operation: Operation {
        Operation(
            "signUpAnonymously", .users, "Sign up anonymously",
            """
            A well-formed `referred_by` that no user has doesn't stop the sign-in. The referral is then \
            `rejected`, and the value is stored for administrators. Text that is neither a uid nor a code is \
            422.

            With an `external_id` the app's own back end creates a user, with a server key. The id makes the \
            call safe to repeat: 409 names the user who has it. An `Idempotency-Key` is ignored.

            With the token of an issuer whose players are users here (`"bearer": true`) the call creates the \
            token's user, signed up at once. The same token again returns the same user with another \
            session. If such issuers are configured, a token that is neither theirs nor ours is 401.

            With an `install_key` the session is bound to it. A known key returns its anonymous user with a \
            new session, as a known `Idempotency-Key` does. If that user has become an account, the call \
            makes a new anonymous user, and the key moves to it. An anonymous user with a key proves it for its \
            first credential, a merge and a deletion, by `install_proof`.
            """
        )
        .gives(
            201,
            "The new user; or, for a known `Idempotency-Key`, the same user with a new session.", .location,
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
                ],
                "session": SessionView.example,
                "referral": ReferralView.example,
            ]
        )
        .refuses(.unauthenticated, .forbidden, .tooManyRequests)
        .refuses(.installTime)
        .refuses(
            "The caller may not name an `external_id`, or is blocked. Or `install_proof` was sent and is not valid.",
            .proofWrong
        )
        .refuses(
            "Another user has the `external_id`; `uid` is that user. Or the user of the `Idempotency-Key` has "
                + "another install key.",
            AccountError.externalIDAlreadyInUse(by: .example).problem,
            AccountError.installKeyMismatch.problem)
    }
}
