internal import HTTP
internal import Referrals
internal import Service

/// Whose credits a query asks for, and whether the caller may know.
///
/// With the key alone, `identity` must be a uid, which nobody but the user and the app's back end knows. A
/// referral code stands in every invite: whoever names the user by it brings `branch_secret` as well.
struct BranchCredits {
    let keys: BranchKeys
    let identities: BranchIdentity

    static var parameters: [Parameter] {
        [
            BranchKeys.parameter,
            .query(
                "branch_secret", .string(1...255),
                "Needed where `identity` is a referral code, which every invite shows."),
            .query(
                "identity", .branchIdentity, "A uid, or with `branch_secret` a referral code.",
                isRequired: true),
        ]
    }

    func holder(_ call: Call) async throws(Problem) -> User {
        let query = call.request.query
        try await keys.admit(key: query["branch_key"], call)
        let identity = query["identity"]
        if case .code? = identity.flatMap(NamedReferrer.init), !keys.holds(secret: query["branch_secret"]) {
            throw .field(
                "/identity", .invalid, "A uid is needed; a referral code is taken with branch_secret only.")
        }
        return try await identities.user(identity)
    }
}
