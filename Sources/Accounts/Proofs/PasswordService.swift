package import Batching
package import Crypto
internal import EventLoops
internal import Store

/// Errors of calls that set a password.
package protocol PasswordError: ServiceError {
    static func invalidPassword(_ violation: PasswordPolicy.Violation) -> Self
}

/// Hashes and checks passwords off the loop, a few at a time.
package struct PasswordService<Refusal: ServiceError> {
    enum Verification: Equatable {
        case wrong
        case right
        /// Right, and here is a stronger hash to keep: the parameters have risen.
        case rightWithStrongerHash(String)
    }

    private let hasher: PasswordHasher
    private let workers: BlockingPool
    private let foreign: ForeignSchemes
    private let breached: BreachedPasswords

    package init(_ work: PasswordWork) {
        hasher = work.hasher
        workers = work.workers
        foreign = work.foreign
        breached = work.breached
    }

    /// Takes as long for an unknown e-mail as for a wrong password with any hash scheme.
    func verify(
        _ password: String, against credential: CredentialRecord?, for fairnessKey: FairnessKey
    ) async throws(Refusal) -> Verification {
        let stored = credential.map { StoredPassword($0.passwordHash) } ?? .none
        if case .foreign(let hash) = stored { foreign.add([hash.scheme]) }
        return try await verify(password, against: stored, or: foreign.all, for: fairnessKey)
    }

    /// The same of a hash that only Shipmate can have made; nil for an unknown account.
    func verify(
        _ password: String, againstOwn hash: String?, for fairnessKey: FairnessKey
    ) async throws(Refusal) -> Verification {
        try await verify(password, against: hash.map(StoredPassword.own) ?? .none, or: [], for: fairnessKey)
    }

    private func verify(
        _ password: String, against stored: StoredPassword, or foreign: Set<ForeignScheme>,
        for fairnessKey: FairnessKey
    ) async throws(Refusal) -> Verification {
        let hasher = self.hasher
        let check = PasswordCheck(hasher: hasher, foreign: foreign)
        return try await run(fairnessKey) {
            guard check.isRight(password, for: stored) else { return .wrong }
            guard stored.isToReplace(by: hasher), let stronger = hasher.hash(password) else { return .right }
            return .rightWithStrongerHash(stronger)
        }
    }

    private func run<Value: Sendable>(
        _ fairnessKey: FairnessKey, _ body: @escaping @Sendable () -> Value
    ) async throws(Refusal) -> Value {
        do throws(BlockingPool.Full) {
            return try await workers.run(for: fairnessKey, body)
        } catch {
            throw .unavailable
        }
    }
}

extension PasswordService where Refusal: PasswordError {
    /// The hash of a password that is to be an account's; refuses one that was in a leak.
    ///
    /// - Parameter fairnessKey: the owner of the work; owners are served in rotation.
    func hash(_ password: String, for fairnessKey: FairnessKey) async throws(Refusal) -> String {
        let (hasher, breached) = (self.hasher, self.breached)
        let result = try await run(fairnessKey) { () -> Result<String, Refusal> in
            if breached.contain(password) { return .failure(.invalidPassword(.breached)) }
            guard let hash = hasher.hash(password) else { return .failure(.unavailable) }
            return .success(hash)
        }
        return try result.get()
    }
}
