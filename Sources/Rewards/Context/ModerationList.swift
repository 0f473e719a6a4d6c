package import Batching
package import EventLoops
internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Store
package import Values

/// The moderation status of users, as one loop has it: of all who are watched or blocked.
///
/// A change notifies all processes. Without notifications no token is trusted, see `Authenticator`.
package final class ModerationList: TableMirror {
    package var mirrored = MirrorState()
    private let pool: PostgresPool
    private var statuses: [UserID: ModerationStatus] = [:]
    /// Notifications that arrived during the load.
    private var news: [UserID: ModerationStatus] = [:]

    package init(pool: PostgresPool, notifications: Notifications, on loop: isolated EventLoop) {
        self.pool = pool
        notifications.listen(to: Channels.moderation) { [weak self] in self?.hear($0) }
        notifications.onConnected { [weak self] in self?.refresh(on: loop) }
    }

    /// Whether all users have the status good, which is the usual case.
    package var isEmpty: Bool { statuses.isEmpty }

    /// Among users who are watched or blocked.
    package var all: [UserID: ModerationStatus] { statuses }

    package func status(of uid: UserID) -> ModerationStatus {
        statuses.isEmpty ? .good : statuses[uid] ?? .good
    }

    /// Those whose tokens are refused.
    package var blocked: [UserID] { statuses.filter { $0.value == .blocked }.map(\.key) }

    /// Takes over at once what this loop has written itself.
    func set(_ status: ModerationStatus, of uid: UserID) {
        statuses[uid] = status == .good ? nil : status
        if !mirrored.isCurrent { news[uid] = status }
    }

    private func hear(_ payload: String) {
        let parts = payload.split(separator: "=").map(String.init)
        guard parts.count == 2, let uid = UUID(text: parts[0]),
            let status = ModerationStatus(rawValue: parts[1])
        else { return }
        set(status, of: UserID(uid))
    }

    package func read(on loop: isolated EventLoop) async throws(PostgresError) {
        let changes = mirrored.changes
        news = [:]
        let rows = try await pool.run(ListModeratedUsers())
        guard changes == mirrored.changes else { return }
        statuses = Dictionary(rows.map { ($0.uid, $0.status) }, uniquingKeysWith: { $1 })
        for (uid, status) in news { set(status, of: uid) }
    }
}
