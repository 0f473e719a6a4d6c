internal import API
internal import Accounts
internal import Crypto
internal import HTTP
internal import JSON
internal import Limits
internal import Links

/// `?key=`: one of the Web API keys that the app's profile lists, or an API key of the scope `links`.
///
/// As at Firebase, a Web API key is no secret: every copy of the app has it. It keeps strangers out that
/// only know the address, and the rate limits apply to all others.
struct FirebaseKey {
    let making: LinkMaking
    let authenticator: Authenticator

    @discardableResult
    func admit(_ call: Call) async throws(Problem) -> LinkMaker {
        let maker = try await check(call)
        if maker == .player { try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address)) }
        return maker
    }

    /// The key's owner; throws for an invalid key.
    @discardableResult
    func check(_ call: Call) async throws(Problem) -> LinkMaker {
        guard let key = call.request.query["key"], !key.isEmpty else {
            throw refusal("The query needs a key.")
        }
        let profile = try making.profile()
        if key.hasPrefix(APIKey.prefix) {
            try await admit(apiKey: key, on: call)
            return .key
        }
        guard profile.legacyKeys.firebaseAPIKeys.contains(key) else {
            throw refusal("The key is not among the profile's.")
        }
        return .player
    }

    /// Admits readers: with `?key=` as above, or an API key of any scope but `branch` as the bearer token,
    /// instead of Google's OAuth token.
    func admitReader(_ call: Call) async throws(Problem) {
        guard (call.request.query["key"] ?? "").isEmpty else {
            try await admit(call)
            return
        }
        guard let token = call.request.bearerToken else { throw .unauthenticated }
        let caller = try await mappingErrors { () throws(AuthenticationError) in
            try await authenticator.caller(bearing: token, from: call.address)
        }
        let access: Access = [.anyKey, .links]
        guard !access.admits(caller) else { return }
        var forbidden = Problem.forbidden
        forbidden.detail = access.refusal(of: caller)
        throw forbidden
    }

    /// URLs stay in the logs of proxies: a key in one may do nothing but make links.
    private func admit(apiKey: String, on call: Call) async throws(Problem) {
        do throws(AuthenticationError) {
            let caller = try await authenticator.caller(
                bearing: Array(apiKey.utf8)[...], from: call.address)
            if case .key(_, _, .links) = caller { return }
        } catch {
            throw error == .unauthenticated ? refusal("The key is not valid.") : error.problem
        }
        throw refusal("In a URL an API key needs the scope links.")
    }

    private func refusal(_ detail: String) -> Problem {
        var problem = Problem.forbidden
        problem.title = "The caller has no permission"
        problem.detail = detail
        return problem
    }
}

extension FirebaseKey {
    static var parameter: Parameter {
        .query(
            "key", .string(1...255),
            "A Web API key that the app profile lists, or an API key of the scope `links`.",
            isRequired: true)
    }
}

/// A call of Firebase's, which every copy of the app may make.
protocol FirebaseEndpoint: GuardedEndpoint {
    var key: FirebaseKey { get }
}

extension FirebaseEndpoint {
    func admit(_ call: Call) async throws(Problem) {
        try await key.check(call)
    }
}
