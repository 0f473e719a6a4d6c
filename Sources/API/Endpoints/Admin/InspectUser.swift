internal import Accounts
internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting
internal import Rewards
internal import Values

/// A user with balances, how many it referred, and what the app said of its own referrer.
struct InspectUser: Endpoint {
    struct Output: JSONOutput {
        let user: User
        let balances: [Balance]
        let counts: ReferralCounts
        let leaving: LeavingState?
        let standing: UserStanding

        static var schema: Schema {
            .object(
                "UserDetails", means: "A user as administrators see one.",
                [
                    "user": UserView.schema,
                    "referral": InspectedReferralView.schema,
                    "balances": BalancesView.schema,
                    "counts": ReferralCountsView.schema,
                    "leaving": LeavingView.schema.orNull.means(
                        "Null unless the user wants to leave, or has."),
                    "standing": .openChoice("good", "watched", "blocked").means("What is thought of it."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: user, isForKey: true))
                writer.member("referral", InspectedReferralView(referral: user.referral))
                writer.member("balances", BalancesView(balances: balances))
                writer.member("counts", ReferralCountsView(counts: counts))
                writer.member("leaving", leaving.map(LeavingView.init))
                writer.member("standing", standing.rawValue)
            }
        }
    }

    let accounts: AccountService
    let money: MoneyService
    let reports: ReportService
    let leaving: LeavingService
    let trust: TrustService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let user = try await serving { () throws(AccountError) in try await accounts.user(uid) }
        return try await serving { () throws(CallFailure) in
            Output(
                user: user, balances: try await money.balances(of: uid),
                counts: try await reports.referralCounts(of: uid),
                leaving: try await leaving.erasure(of: uid), standing: trust.standing(of: uid))
        }
    }
}

extension InspectUser {
    var operation: Operation {
        Operation(
            "inspectUser", .administration, "A user with balances and counts",
            "Also what the app claimed of the user's own referrer."
        )
        .gives(
            "The user.",
            example: [
                "user": UserView.example,
                "referral": [
                    "status": "recorded",
                    "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
                    "reason": .null,
                    "claimed": .null,
                    "match_confidence": .null,
                    "source": "code",
                ],
                "balances": ["pieces_of_eight": 50],
                "counts": ["referred": 0, "signed_up": 0, "rewarded": 0],
                "leaving": .null,
                "standing": "good",
            ]
        )
        .refuses(.notFound)
    }
}

/// A referral with the value that was rejected.
private struct InspectedReferralView: JSONEncodable {
    let referral: Referral

    static var schema: Schema {
        .object(
            "ReferralDetails", means: "A referral as administrators see it.",
            [
                "status": .openChoice("none", "recorded", "rejected").means(
                    "`none` when no referrer was named."),
                "referred_by": .uuid.orNull.means("The uid of the referrer; null unless `recorded`."),
                "reason": .rejection.orNull.means("Why a referrer was rejected; null otherwise."),
                "claimed": .string(upTo: 36).orNull.means(
                    "What the app sent, or its receipt named, when it was rejected."),
                "match_confidence": .openChoice("unique", "default", "weak").orNull.means(
                    "How sure the match with a link was; null when the referrer is the user's own word."),
                "source": .openChoice(
                    "claim_unique", "claim_default", "claim_weak", "code", "unproven"
                ).orNull.means("How surely the user was referred; null when nobody did."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("status", referral.status.rawValue)
            writer.member("referred_by", referral.referredBy?.description)
            writer.member("reason", referral.rejection?.rawValue)
            writer.member("claimed", referral.rejectedName)
            writer.member("match_confidence", referral.matchConfidence?.rawValue)
            writer.member("source", referral.source?.rawValue)
        }
    }
}
