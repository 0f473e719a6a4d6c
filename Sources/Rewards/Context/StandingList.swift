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
package final class StandingList {
    private static let readPauseMilliseconds = 100

    private let pool: PostgresPool
    private var standings: [UserID: UserStanding] = [:]
    /// Notifications that arrived during the load.
    private var news: [UserID: UserStanding] = [:]
    /// Counts connections: what was read before the last one may lack what was said since.
    private var connections = 0
    package private(set) var isLoaded = false
    private var isClosed = false

    package init(pool: PostgresPool, notifications: Notifications, on loop: isolated EventLoop) {
        self.pool = pool
        notifications.listen(to: Channels.standings) { [weak self] in self?.hear($0) }
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
    package var isEmpty: Bool { standings.isEmpty }

    /// Among users who are watched or blocked.
    package var all: [UserID: UserStanding] { standings }

    package func standing(of uid: UserID) -> UserStanding {
        standings.isEmpty ? .good : standings[uid] ?? .good
    }

    /// Those whose tokens are refused.
    package var blocked: [UserID] { standings.filter { $0.value == .blocked }.map(\.key) }

    /// Takes over at once what this loop has written itself.
    func set(_ standing: UserStanding, of uid: UserID) {
        standings[uid] = standing == .good ? nil : standing
        if !isLoaded { news[uid] = standing }
    }

    package func close() {
        isClosed = true
    }

    private func hear(_ payload: String) {
        let parts = payload.split(separator: "=").map(String.init)
        guard parts.count == 2, let uid = UUID(text: parts[0]),
            let standing = UserStanding(rawValue: parts[1])
        else { return }
        set(standing, of: UserID(uid))
    }

    /// Again until it is done, or until another connection does it.
    private func load(on loop: isolated EventLoop) async {
        let connection = connections
        while connection == connections, !isClosed {
            news = [:]
            if let rows = try? await pool.run(ListUserStandings()), connection == connections {
                standings = Dictionary(rows.map { ($0.uid, $0.standing) }, uniquingKeysWith: { $1 })
                isLoaded = true
                for (uid, standing) in news { set(standing, of: uid) }
                return
            }
            try? await loop.sleep(milliseconds: Self.readPauseMilliseconds)
        }
    }
}
