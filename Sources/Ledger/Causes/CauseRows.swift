internal import Postgres
internal import Referrals
package import Store

/// Rows that have a MAC while money follows from them.
protocol CauseRows: RowWalk {
    associatedtype Update: SetMACs

    /// Nil for a row that no longer needs a MAC.
    static func cause(of row: Row) -> (cause: Cause, mac: [UInt8]?)?
}

extension WalkRewards: CauseRows {
    typealias Update = SetRewardMACs

    package static func cause(of row: HeldReward) -> (cause: Cause, mac: [UInt8]?)? {
        row.reward.status == .held ? (.reward(row.reward), row.mac) : nil
    }
}

extension WalkReservations: CauseRows {
    typealias Update = SetReservationMACs

    package static func cause(of row: Row) -> (cause: Cause, mac: [UInt8]?)? {
        (.reservation(row.reservation), row.mac)
    }
}

extension WalkMerges: CauseRows {
    typealias Update = SetMergeMACs

    package static func cause(of row: Row) -> (cause: Cause, mac: [UInt8]?)? {
        (.merge(row.merge), row.mac)
    }
}

extension ListActiveAPIKeys {
    /// More than an installation has.
    package static let all = ListActiveAPIKeys(limit: 10_000)
}
