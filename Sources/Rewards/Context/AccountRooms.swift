internal import Referrals

/// How much more accounts hold that could not hold what they were to be given, as far as this loop knows: the
/// next attempt denies what doesn't fit.
package final class AccountRooms {
    private(set) var known: [Account: Int64] = [:]

    func note(_ rooms: [Account: Int64]) {
        known.merge(rooms) { $1 }
    }

    /// As others may take and spend from now on.
    func forget(_ accounts: Set<Account>) {
        for account in accounts { known[account] = nil }
    }
}
