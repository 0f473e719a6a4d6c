internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Records who referred the calling user, once, before sign-up: by a claim's receipt, or by name.
struct RecordReferrer: RepeatableEndpoint {
    struct Input: BodyInput {
        let evidence: ReferralEvidence

        private struct Body {
            let receipt: String?
            let name: NamedReferrer?
            let confidence: MatchConfidence?
        }

        private static let form = RequestForm(
            "ReferrerRequest", means: "The user's referrer: a receipt or a name.",
            Field(
                optional: "claim", .string(0...4_096),
                "The `receipt` of a claim, which names the referrer and the confidence."),
            Field(
                optional: "referred_by", .referrer, "The referrer, such as by a code that the player typed.",
                sample: "7ZKQ4M9XTB"),
            Field(
                optional: "match_confidence", .matchConfidence,
                "As at the sign-up, it can only lower the confidence. A receipt needs none.")
        ) { Body(receipt: $0, name: $1, confidence: $2 ?? nil) }

        static var schema: Schema { form.schema }
        static var content: Content? { .json(schema, example: form.example) }

        init(_ fields: inout Fields) throws(Problem) {
            let body = Self.form.readWithin(&fields)
            if let body, body.receipt != nil, body.name != nil {
                fields.note("claim", .invalid, "Send the receipt or referred_by, and not both.")
            } else if let body, body.receipt == nil, body.name == nil, fields.mistakes.isEmpty {
                fields.note("referred_by", .required, "This field or a receipt as claim is required.")
            }
            evidence = try fields.finish(body.flatMap(Self.evidence))
        }

        private static func evidence(_ body: Body) -> ReferralEvidence? {
            body.receipt.map { .receipt($0, body.confidence) }
                ?? body.name.map { .named($0, body.confidence) }
        }
    }

    struct Output: JSONOutput, Formed {
        let referral: Referral

        static let form = Form<Self>("ReferralReply", means: "A referral.") {
            Member("referral", { ReferralView(referral: $0.referral) })
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            referral: try await mappingErrors { () throws(AccountError) in
                try await accounts.recordReferrer(input.evidence, of: uid)
            })
    }
}

extension RecordReferrer {
    var repeatable: [RepeatableCall] { [.referrer] }

    var operation: Operation {
        Operation(
            "recordReferrer", .users, "Record a referrer",
            """
            Once, while the user is anonymous. Repeating the call returns 200. When a link opens the app of \
            a player who exists, send the `receipt` of its claim as `claim`. The referral keeps the claim's \
            confidence, as at the sign-up, and the receipt is used. A receipt whose link has no inviter \
            records nothing. Send `referred_by` for a code that the player typed.
            """
        )
        .gives("The user's referral.")
        .refuses(.notFound)
        .refuses(
            "Another referrer is recorded, the user has signed up, or the receipt is not accepted.",
            AccountError.referralAlreadySet.problem,
            AccountError.referralWindowClosed.problem,
            AccountError.referralRejected(.receiptUsed).problem
        )
        .refuses(
            """
            `claim` and `referred_by` are both given or both missing. Or the value is neither a uid nor a \
            code, no user has it, it is the user's own, or that of a user brought by the caller.
            """,
            AccountError.unknownReferrer.problem, AccountError.selfReferral.problem,
            AccountError.referralRing.problem)
    }
}
