internal import API
internal import Accounts
internal import Crypto
internal import HTTP
internal import Invitations
internal import JSON
internal import Ledger
internal import Limits
internal import Links
internal import Values

/// `branch_key`, which the app's profile lists, and `branch_secret`: an API key of the scope `branch`, or a
/// secret that the profile lists.
///
/// As there, the key is no secret, for every copy of the app carries it; what a caller may do to money it may
/// do with the secret alone.
struct BranchKeys {
    let making: LinkMaking
    let authenticator: Authenticator

    /// Admits a caller with the app's key, within the limit of its address.
    ///
    /// - Parameter cost: units of the address's limit.
    func admit(key: String?, cost: Int = 1, _ call: Call) async throws(Problem) {
        try check(key: key)
        try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address), cost: cost)
    }

    func check(key: String?) throws(Problem) {
        guard let key, try making.profile().legacyKeys.admits(branchKey: key) else { throw Self.refusal() }
    }

    /// Admits a caller with the app's secret too: its own back end.
    ///
    /// - Returns: the caller, as the audit names it.
    @discardableResult
    func admit(key: String?, secret: String?, _ call: Call) async throws(Problem) -> String {
        try await admit(key: key, call)
        let apiKey = try await check(secret: secret, call)
        return apiKey ?? "branch_secret with \(key ?? "no key")"
    }

    /// Throws unless `secret` is one of the app's.
    ///
    /// - Returns: an API key's name for the audit; nil for a secret of the profile.
    @discardableResult
    func check(secret: String?, _ call: Call) async throws(Problem) -> String? {
        guard let secret else { throw Self.refusal() }
        if secret.hasPrefix(APIKey.prefix) { return try await check(apiKey: secret, call) }
        guard try making.profile().legacyKeys.admits(branchSecret: secret) else { throw Self.refusal() }
        return nil
    }

    private func check(apiKey: String, _ call: Call) async throws(Problem) -> String {
        do throws(AuthenticationError) {
            let caller = try await authenticator.caller(
                bearing: Array(apiKey.utf8)[...], from: call.address)
            if case .key(let id, let name, .branch) = caller { return AuditActor.key(id, named: name) }
        } catch {
            if error != .unauthenticated { throw error.problem }
        }
        throw Self.refusal("An API key needs the scope branch.")
    }

    /// The user whose access token a call brings.
    func user(_ call: Call) async throws(Problem) -> UserID {
        guard let token = call.request.bearerToken else { throw Self.refusal(BranchCredits.needs) }
        let caller = try await mappingErrors { () throws(AuthenticationError) in
            try await authenticator.caller(bearing: token, from: call.address)
        }
        guard case .user(let uid, _) = caller else { throw Self.refusal(BranchCredits.needs) }
        return uid
    }

    /// The secret of a call without a body. The header keeps it out of the logs of proxies.
    static func secret(in request: Request) -> String? {
        request.headers["access-token"] ?? request.query["branch_secret"]
    }

    static func refusal(_ detail: String? = nil) -> Problem {
        var problem = Problem.forbidden
        problem.title = "Invalid or missing Branch key, or secret"
        problem.detail = detail
        return problem
    }
}

extension BranchKeys {
    static var parameter: Parameter {
        .query(
            "branch_key", .string(1...128), "A Branch key that the app profile lists.", isRequired: true)
    }

    static var secretHeader: Parameter {
        .header(
            "Access-Token", .string(1...255),
            "The app's secret: an API key of the scope `branch`; or `branch_secret`.")
    }
}

extension Schema {
    static var branchSecret: Schema {
        .string(1...255).means("Shows that the app's back end is calling: an API key of the scope `branch`.")
    }
}
