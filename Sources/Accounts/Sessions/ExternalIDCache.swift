internal import Basics
internal import Referrals
internal import Values

/// The users of the external ids that one loop has looked up recently, without unknown ids.
struct ExternalIDCache {
    /// Some hundred bytes each.
    private var users = BoundedCache<ExternalID, UserID>(entriesMax: 16_384)
    /// Counts what was heard of changes: what was read meanwhile may be out of date.
    private(set) var changes = 0

    mutating func user(_ id: ExternalID) -> UserID? {
        users[id]
    }

    /// - Parameter changes: as it was before they were read.
    mutating func add(_ found: [ExternalID: UserID], readAt changes: Int) {
        guard changes == self.changes else { return }
        for (id, uid) in found { users[id] = uid }
    }

    mutating func forget(_ id: ExternalID) {
        changes += 1
        users[id] = nil
    }

    mutating func forgetAll() {
        changes += 1
        users.removeAll()
    }
}
