internal import HTTP
internal import Links
internal import Service
internal import Values

/// `branch_key` and `branch_secret`: among those that the app's profile lists.
///
/// As there, the key is no secret, for every copy of the app carries it; what a caller may do to money it may
/// do with the secret alone.
struct BranchKeys {
    let making: LinkMaking
    let authenticator: Authenticator

    /// Admits whoever has the app's key, as often as one address may.
    ///
    /// - Parameter cost: units of the address's limit.
    func admit(key: String?, cost: Int = 1, _ call: Call) async throws(Problem) {
        try check(key: key)
        try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address), cost: cost)
    }

    func check(key: String?) throws(Problem) {
        guard let key, try making.profile().legacyKeys.admits(branchKey: key) else { throw Self.refusal() }
    }

    /// Admits whoever has the app's secret too: its own back end.
    func admit(key: String?, secret: String?, _ call: Call) async throws(Problem) {
        try await admit(key: key, call)
        try check(secret: secret)
    }

    func check(secret: String?) throws(Problem) {
        guard let secret, try making.profile().legacyKeys.admits(branchSecret: secret) else {
            throw Self.refusal()
        }
    }

    /// The user whose access token a request brings.
    func user(_ request: Request) async throws(Problem) -> UserID {
        guard let token = request.bearerToken else { throw Self.refusal(BranchCredits.needs) }
        let caller = try await serving { () throws(AuthenticationError) in
            try await authenticator.caller(bearing: token)
        }
        guard case .user(let uid, _) = caller else { throw Self.refusal(BranchCredits.needs) }
        return uid
    }

    /// As the audit names whoever brought key and secret.
    static func actor(_ key: String?) -> String { "branch_secret with \(key ?? "no key")" }

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
        .header("Access-Token", .string(1...255), "The secret that goes with the key; or `branch_secret`.")
    }
}
