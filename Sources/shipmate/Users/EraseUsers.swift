internal import Accounts
internal import EmbeddedPostgres
internal import EventLoops
internal import Ledger
internal import Postgres
internal import Referrals
internal import Reporting
internal import Values

/// `shipmate users erase`: has everything go that names a user, at once and for good.
struct EraseUsers {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let pauseMilliseconds = 100
    private static let pausesMax = 100

    let configuration: Configuration
    let name: UserLookup.Name
    let isDryRun: Bool
    /// Whether it was said that it is meant.
    let isSure: Bool

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        try await configuration.withServicePool(urls, on: loop) { pool in
            let found = try await UserLookup(pool: pool).required(name)
            Console.print(ShowUsers.text(of: found))
            if isDryRun { return Console.report("nothing was erased: a dry run") }
            guard isSure else {
                throw Failure(description: "nothing was erased: an erasure is permanent, so add --yes")
            }
            let key = try configuration.ledgerKeys(makesMissing: false)?.current
            try await erase(found.user.uid, UserErasure(pool: pool, ledgerKey: key), on: loop)
        }
    }

    private func erase(
        _ uid: UserID, _ erasure: UserErasure, on loop: isolated EventLoop
    ) async throws {
        let askedAt = try await erasure.ask(for: uid, by: Operator.name)
        for _ in 0..<Self.pausesMax {
            if try await erasure.isDone(uid, askedAt: askedAt) { return Console.report("\(uid) is erased") }
            try await loop.sleep(milliseconds: Self.pauseMilliseconds)
        }
        Console.report("\(uid) will be erased as soon as a server runs")
    }
}

extension UserLookup {
    func required(_ name: Name) async throws -> Found {
        guard let found = try await user(name) else {
            throw EraseUsers.Failure(description: "no user has the \(name.words)")
        }
        return found
    }
}

extension UserLookup.Name {
    fileprivate var words: String {
        switch self {
        case .uid(let uid): "uid \(uid)"
        case .email(let email): "e-mail \(email)"
        case .externalID(let id): "external id \(id)"
        }
    }
}
