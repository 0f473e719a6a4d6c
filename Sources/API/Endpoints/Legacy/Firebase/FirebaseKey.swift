internal import HTTP
internal import Links
internal import Service

/// `?key=`: one of the Web API keys that the app's profile lists, or a key of Shipmate's own.
///
/// As there, a Web API key is no secret: every copy of the app carries it. It keeps strangers out who know
/// only the address, and the rate limits hold whoever has it.
struct FirebaseKey {
    let making: LinkMaking
    let authenticator: Authenticator

    func admit(_ call: Call) async throws(Problem) {
        let isOurs = try await check(call)
        if !isOurs { try making.limits.linkEventsPerAddress.take(RateLimitKey(call.address)) }
    }

    /// Whether the key is one of Shipmate's own; throws when it is none at all.
    @discardableResult
    func check(_ call: Call) async throws(Problem) -> Bool {
        guard let key = call.request.query["key"], !key.isEmpty else {
            throw refusal("The query needs a key.")
        }
        let profile = try making.profile()
        if key.hasPrefix(APIKey.prefix) {
            try await admit(apiKey: key, on: call)
            return true
        }
        guard profile.legacyKeys.firebaseAPIKeys.contains(key) else {
            throw refusal("The key is not among the profile's.")
        }
        return false
    }

    /// Admits whoever may look something up: with `?key=` as above, or a key of Shipmate's of any scope, in
    /// the query or as the bearer token that Google's OAuth tokens were.
    func admitReader(_ call: Call) async throws(Problem) {
        let key = call.request.query["key"] ?? ""
        guard key.isEmpty || key.hasPrefix(APIKey.prefix) else { return try await admit(call) }
        let token = key.isEmpty ? call.request.bearerToken : Array(key.utf8)[...]
        guard let token else { throw .unauthenticated }
        let caller: Caller
        do throws(AuthenticationError) {
            caller = try await authenticator.caller(bearing: token, from: call.address)
        } catch {
            throw error.problem
        }
        guard !Access.anyKey.admits(caller) else { return }
        var forbidden = Problem.forbidden
        forbidden.detail = Access.anyKey.refusal(of: caller)
        throw forbidden
    }

    private func admit(apiKey: String, on call: Call) async throws(Problem) {
        let caller: Caller
        do throws(AuthenticationError) {
            caller = try await authenticator.caller(bearing: Array(apiKey.utf8)[...], from: call.address)
        } catch {
            throw error == .unauthenticated ? refusal("The key is not in force.") : error.problem
        }
        guard case .key(_, _, let scope) = caller, scope != .read else { throw .forbidden }
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
            "A Web API key that the app profile lists, or a key of Shipmate's of the scope server or admin.",
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
