internal import HTTP
internal import Links
internal import Service

/// `branch_key` and `branch_secret`: among those that the app's profile lists.
///
/// As there, the key is no secret, for every copy of the app carries it; what a caller may do to money it may
/// do with the secret alone.
struct BranchKeys {
    let making: LinkMaking

    /// Admits whoever has the app's key, as often as one address may.
    func admit(key: String?, _ call: Call) async throws(Problem) {
        try check(key: key)
        try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address))
    }

    func check(key: String?) throws(Problem) {
        guard let key, try making.profile().legacyKeys.admits(branchKey: key) else { throw Self.refusal }
    }

    /// Admits whoever has the app's secret too: its own back end.
    func admit(key: String?, secret: String?, _ call: Call) async throws(Problem) {
        try await admit(key: key, call)
        guard holds(secret: secret) else { throw Self.refusal }
    }

    /// As the audit names whoever brought key and secret.
    static func actor(_ key: String?) -> String { "branch_secret with \(key ?? "no key")" }

    func holds(secret: String?) -> Bool {
        guard let secret, let profile = making.links.profile else { return false }
        return profile.legacyKeys.admits(branchSecret: secret)
    }

    private static var refusal: Problem {
        var problem = Problem.forbidden
        problem.title = "Invalid or missing Branch key, or secret"
        return problem
    }
}

extension BranchKeys {
    static var parameter: Parameter {
        .query(
            "branch_key", .string(1...128), "A Branch key that the app profile lists.", isRequired: true)
    }
}
