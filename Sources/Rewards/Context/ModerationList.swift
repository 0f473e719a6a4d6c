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
package final class ModerationList {
    private static let readPauseMilliseconds = 100

    private let pool: PostgresPool
    private var statuses: [UserID: ModerationStatus] = [:]
    /// Notifications that arrived during the load.
    private var news: [UserID: ModerationStatus] = [:]
    /// Counts connections: what was read before the last one may lack what was said since.
    private var connections = 0
    package private(set) var isLoaded = false
    private var isClosed = false

    package init(pool: PostgresPool, notifications: Notifications, on loop: isolated EventLoop) {
        self.pool = pool
        notifications.listen(to: Channels.moderation) { [weak self] in self?.hear($0) }
        notifications.onConnected { [weak self] in
            self?.isLoaded = false
            self?.connections += 1
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await self?.load(on: loop)
            }
        }
    }

    /// Whether all users are in good standing, which is the usual case.
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
        if !isLoaded { news[uid] = status }
    }

    package func close() {
        isClosed = true
    }

    private func hear(_ payload: String) {
        let parts = payload.split(separator: "=").map(String.init)
        guard parts.count == 2, let uid = UUID(text: parts[0]),
            let status = ModerationStatus(rawValue: parts[1])
        else { return }
        set(status, of: UserID(uid))
    }

    /// Again until it is done, or until another connection does it.
    private func load(on loop: isolated EventLoop) async {
        let connection = connections
        while connection == connections, !isClosed {
            news = [:]
            if let rows = try? await pool.run(ListModeratedUsers()), connection == connections {
                statuses = Dictionary(rows.map { ($0.uid, $0.status) }, uniquingKeysWith: { $1 })
                isLoaded = true
                for (uid, status) in news { set(status, of: uid) }
                return
            }
            try? await loop.sleep(milliseconds: Self.readPauseMilliseconds)
        }
    }
}
