/// Where a statement goes on Citus, and why it may.
package struct Route: Equatable, Sendable {
    package let way: Way
    package let reason: String

    package enum Way: Sendable {
        /// The coordinator's own tables, or none.
        case coordinator
        /// To the shard of the one key that it has, or to those of an array's keys.
        case oneShard
        /// The coordinator has the rows, and sends each to its shard.
        case eachRow
        /// To all: it looks for something else than keys, or for the rows of an array among all of them.
        case allShards
        /// To none: it can't be explained.
        case refused
    }

    package static let coordinator = Route(way: .coordinator, reason: "its tables are small, or none")
    package static let oneShard = Route(way: .oneShard, reason: "it names its keys")
    package static let eachRow = Route(
        way: .eachRow, reason: "its new rows have no colocated ones yet")
    package static let refused = Route(
        way: .refused, reason: "it has no plan; its tables are the coordinator's")

    package static func allShards(because reason: String) -> Route {
        Route(way: .allShards, reason: reason)
    }
}
