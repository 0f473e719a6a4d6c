package import EventLoops
package import Postgres
internal import Store
internal import Values

/// Which of Citus' shards has a user's rows: commands of one shard go in batches of their own, each a
/// transaction of one node.
///
/// The catalogue is read periodically, since shards can be split. The answer only determines how many nodes
/// a batch needs.
package final class ShardMap {
    /// The shard of commands that are of no user yet.
    static let unknown = -1

    private static let pauseMilliseconds = 1_000
    private static let pausesBetweenLooks = 10

    /// The least hash of each shard's, in order.
    private var starts: [Int32]
    private var isClosed = false

    init(starts: [Int32] = []) {
        self.starts = starts
    }

    /// Nil where all rows are on one node.
    convenience init?(for engine: DatabaseEngine) {
        guard engine == .citus else { return nil }
        self.init()
    }

    func shard(of uid: UserID) -> Int {
        let hash = uid.uuid.postgresHash
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= hash { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Learns of the shards until `close`.
    package func start(asking pool: PostgresPool, on loop: isolated EventLoop) {
        Task.immediate(priority: EventLoop.taskPriority) {
            while !isClosed {
                let isTold = await look(in: pool)
                for _ in 0..<(isTold ? Self.pausesBetweenLooks : 1) where !isClosed {
                    guard (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil else { return }
                }
            }
        }
    }

    package func close() {
        isClosed = true
    }

    /// - Returns: whether it is known.
    package func look(in pool: PostgresPool) async -> Bool {
        guard let found = try? await pool.run(FindShards()) else { return false }
        starts = found
        return true
    }
}
