internal import EventLoops
internal import Store

/// Hashes and checks passwords off the loop, a few at a time.
struct PasswordService<Refusal: ServiceError> {
    enum Verification: Equatable {
        case wrong
        case right
        /// Right, and here is a stronger hash to keep: the parameters have risen.
        case rightWithStrongerHash(String)
    }

    private let hasher: PasswordHasher
    private let workers: BlockingPool

    init(_ shared: SharedServices) {
        hasher = shared.hasher
        workers = shared.passwordWorkers
    }

    /// - Parameter party: who waits for it; parties take turns.
    func hash(_ password: String, for party: WorkParty) async throws(Refusal) -> String {
        let hasher = self.hasher
        guard let hash = try await run(party, { hasher.hash(password) }) else { throw .unavailable }
        return hash
    }

    /// Takes as long for an e-mail that nobody has as for a wrong password.
    func verify(
        _ password: String, against credential: CredentialRecord?, for party: WorkParty
    ) async throws(Refusal) -> Verification {
        let hasher = self.hasher
        let stored = credential?.passwordHash
        return try await run(party) {
            guard hasher.verify(password, against: stored ?? hasher.dummyHash), let stored else {
                return .wrong
            }
            guard hasher.needsRehash(stored), let stronger = hasher.hash(password) else { return .right }
            return .rightWithStrongerHash(stronger)
        }
    }

    private func run<Value: Sendable>(
        _ party: WorkParty, _ body: @escaping @Sendable () -> Value
    ) async throws(Refusal) -> Value {
        do throws(BlockingPool.Full) {
            return try await workers.run(for: party, body)
        } catch {
            throw .unavailable
        }
    }
}
