internal import API
internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// The user of a query for credits, and whether the caller may see them.
///
/// The app's back end brings `branch_secret`, a user its own access token. The key alone shows nothing: every
/// copy of the app has it, and referrers and referees see each other's uids.
struct BranchCredits {
    let keys: BranchKeys
    let identities: BranchIdentity

    static let needs = "Needs `branch_secret`, or the user's own access token as `Authorization: Bearer`."

    static var parameters: [Parameter] {
        [
            BranchKeys.parameter,
            BranchKeys.secretHeader,
            .query("branch_secret", .string(1...255), "The same."),
            .query("identity", .branchIdentity, "A uid or a referral code.", isRequired: true),
        ]
    }

    func holder(_ call: Call) async throws(Problem) -> User {
        try await keys.admit(key: call.request.query["branch_key"], call)
        let identity = call.request.query["identity"]
        guard let secret = BranchKeys.secret(in: call.request) else { return try await own(identity, call) }
        try await keys.check(secret: secret, call)
        return try await identities.user(identity)
    }

    /// The calling user, if `identity` names the same. A refusal doesn't show whether it names another.
    private func own(_ identity: String?, _ call: Call) async throws(Problem) -> User {
        let uid = try await keys.user(call)
        guard let user = try await identities.userIfAny(identity), user.uid == uid else {
            throw BranchKeys.refusal("An access token shows the credits of its own user only.")
        }
        return user
    }
}
