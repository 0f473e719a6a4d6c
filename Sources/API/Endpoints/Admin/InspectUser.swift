internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Rewards
internal import Values

/// A user with balances, how many it referred, and what the app said of its own referrer.
struct InspectUser: Endpoint {
    struct Output: JSONOutput, Formed {
        let user: User
        let balances: [Balance]
        let counts: ReferralCounts
        let deletion: DeletionState?
        let status: ModerationStatus

        static let form = Form<Self>("UserDetails", means: "A user as administrators see one.") {
            Member("user", { UserView(user: $0.user, isForKey: true) })
            Member("referral", { InspectedReferralView(referral: $0.user.referral) })
            Member("balances", { BalancesView(balances: $0.balances) })
            Member("counts", { ReferralCountsView(counts: $0.counts) })
            Member(
                "leaving", { $0.deletion.map(DeletionView.init) },
                "Null unless the user has requested a deletion or was erased.")
            Member(
                "standing", .openChoice("good", "watched", "blocked"), \.status, "The moderation status.")
        }
    }

    let accounts: AccountService
    let money: MoneyService
    let reports: ReportService
    let deletion: AccountDeletionService
    let trust: TrustService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let user = try await mappingErrors { () throws(AccountError) in try await accounts.user(uid) }
        return try await mappingErrors { () throws(InfrastructureError) in
            Output(
                user: user, balances: try await money.balances(of: uid),
                counts: try await reports.referralCounts(of: uid),
                deletion: try await deletion.erasure(of: uid), status: trust.status(of: uid))
        }
    }
}

extension InspectUser {
    var operation: Operation {
        Operation(
            "inspectUser", .administration, "Inspect a user",
            "Also the claim that the app sent about the user's referrer."
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
private struct InspectedReferralView: Formed {
    let referral: Referral

    static let form = Form<Self>("ReferralDetails", means: "A referral as administrators see it.") {
        Member(
            "status", .openChoice("none", "recorded", "rejected"), \.referral.status,
            "`none` if no referrer was named.")
        Member(
            "referred_by", .uid, orNull: \.referral.referredBy,
            "The uid of the referrer; null unless `recorded`.")
        Member(
            "reason", .rejection, orNull: \.referral.rejection, "The reason of a rejection; null otherwise."
        )
        Member(
            "claimed", .string(upTo: 36), orNull: \.referral.rejectedName,
            "The value that the app sent, or that its receipt named, if it was rejected.")
        Member(
            "match_confidence", .openChoice("unique", "default", "weak"), orNull: \.referral.matchConfidence,
            "The confidence of the match with a link; null if the user named the referrer.")
        Member(
            "source",
            .openChoice(
                "claim_unique", "claim_default", "claim_weak", "code", "unproven"
            ), orNull: \.referral.source, "How certain the referral is; null without a referrer.")
    }
}
