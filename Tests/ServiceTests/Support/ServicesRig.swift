import Crypto
import EventLoops
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Ledger
@testable import Limits
@testable import Rewards
@testable import Service

/// All services of one loop, on a database of the schema.
struct ServicesRig {
    let services: Services
    let database: TestDatabase

    /// Where callers are.
    static let home = PeerAddress("192.0.2.1")

    static func with<Value: Sendable>(
        limits: RateLimits = .off, causes: CauseGuard? = nil,
        _ body: @escaping @Sendable (ServicesRig, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.withSchema { try await with(on: $0, limits: limits, causes: causes, body) }
    }

    /// The same on a database that the caller has made, and drops.
    static func with<Value: Sendable>(
        on schema: TestDatabase, limits: RateLimits = .off, causes: CauseGuard? = nil,
        _ body: @escaping @Sendable (ServicesRig, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        // Few connections each: dozens of such rigs share a cluster.
        try await schema.withPool(connections: 1) { pool, loop in
            var database = pool.configuration
            database.connectionsPerLoop = 2
            let configuration = ServiceConfiguration(
                database: database, coalescer: CoalescerLimits(waitMilliseconds: 20_000),
                limits: limits, log: { _ in })
            let shared = try SharedServices(
                secrets: try await Secrets.load(through: pool).get(), passwordWorkers: 2,
                passwordWaitMilliseconds: 20_000, causes: causes)
            let services = try Services(
                configuration, shared: shared, metrics: ServiceMetrics(), on: loop)
            let rig = ServicesRig(services: services, database: schema)
            let outcome: Result<Value, any Error>
            do {
                try await rig.waitUntilReady(on: loop)
                outcome = .success(try await body(rig, loop))
            } catch {
                outcome = .failure(error)
            }
            await services.close(on: loop)
            return try outcome.get()
        }
    }

    private func waitUntilReady(on loop: isolated EventLoop) async throws {
        #expect(await eventually { services.isReady })
    }
}

extension ServicesRig {
    static let email = EmailAddress("ben@example.com")!
    static let password = "a parrot named Sam"

    func signUp(
        referredBy referrer: User? = nil, _ confidence: MatchConfidence? = nil,
        from address: PeerAddress = home
    ) async throws -> SignUpReply {
        let signUp = SignUp(
            referrer: referrer.map { .user($0.uid) }, matchConfidence: confidence, keyHash: nil)
        return try await services.accounts.signUp(signUp, from: address)
    }

    @discardableResult
    func link(
        _ user: User, _ email: EmailAddress = email, password: String = password,
        from address: PeerAddress = home
    ) async throws -> CredentialReply {
        let request = ProofRequest(user.uid, session: nil, from: address)
        return try await services.accounts.link(email, password: password, request, in: "en")
    }

    @discardableResult
    func reach(_ level: Int32, _ user: User) async throws -> EventReply {
        let event = Event(
            uid: user.uid, id: UUIDv7Generator().next(atMicroseconds: 1), fact: .levelReached(level))
        return try await services.events.record([event])[0].get()
    }

    /// A referrer and a player whose reward for level 5 waits for an administrator.
    func heldReward() async throws -> (anne: User, ben: User, reward: Reward) {
        let anne = try await signUp().user
        let ben = try await signUp(referredBy: anne, .default).user
        let reward = try #require(try await reach(5, ben).rewards.first)
        return (anne, ben, reward)
    }

    func caller(_ tokens: SessionTokens) async throws -> Caller {
        try await services.authenticator.caller(bearing: Array(tokens.accessToken.utf8)[...], from: Self.home)
    }

    /// The user whom an access token stands for.
    func uid(_ tokens: SessionTokens) async throws -> UserID? {
        guard case .user(let uid, _) = try await caller(tokens) else { return nil }
        return uid
    }

    func balance(_ user: User) async throws -> [Int64] {
        try await services.money.balances(of: user.uid).map(\.amount)
    }
}

extension Error {
    var isTooManyRequests: Bool {
        let error: any Error = self
        if case AccountError.tooManyRequests = error { return true }
        if case SessionError.tooManyRequests = error { return true }
        return false
    }
}
