import Crypto
import EventLoops
import Limits
import Postgres
import Referrals
import Rewards
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Ledger

extension ServiceRig {
    /// An authenticator that nobody asks, and an eraser that tells it of sessions.
    func eraser(on loop: isolated EventLoop) -> Eraser {
        let notifications = Notifications()
        let keyring = Keyring(
            TokenKeys(SigningKey()), pool: pool, clock: context.clock, notifications: notifications,
            log: { _ in }, on: loop)
        let authenticator = Authenticator(
            pool: pool, clock: context.clock, notifications: notifications, keyring: keyring,
            moderation: context.moderation, root: RootSecret(), limits: .off, causes: context.causes,
            on: loop)
        return Eraser(context, authenticator: authenticator, keys: keys)
    }

    /// Erases a user as an administrator does.
    func erase(_ user: User, by eraser: Eraser) async throws {
        let now = context.clock.now
        try await pool.run(AskErasures([Erasure(uid: user.uid, askedAt: now, dueAt: now)]))
        try await eraser.erase(user.uid)
    }

    func isErased(_ user: User) async throws -> Bool {
        try await pool.run(FindUsersByID([user.uid])).first?.isErased == true
    }
}

/// A list in memory, as a file keeps one.
final class KeptList: Sendable {
    private let state = Locked<(uids: [UserID], isBroken: Bool)>(([], false))

    var uids: [UserID] { state.withLock { $0.uids } }
    func breakDown(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    var list: ErasureList {
        ErasureList {
            () throws(ErasureList.Trouble) in
            try self.check()
            return Set(self.uids)
        } add: { erased throws(ErasureList.Trouble) in
            try self.check()
            self.state.withLock { $0.uids += erased.map(\.uid) }
        }
    }

    private func check() throws(ErasureList.Trouble) {
        if state.withLock({ $0.isBroken }) { throw ErasureList.Trouble("the disk is full") }
    }
}
