internal import Referrals
internal import Values

/// Whom the external ids name that one loop has looked up lately; only such as name somebody.
///
/// Its memory is bounded: entries lie in two generations, and when the younger is full the older one goes.
struct ExternalIDCache {
    /// Some hundred bytes each.
    private static let generationMax = 8_192

    private var young: [ExternalID: UserID] = [:]
    private var old: [ExternalID: UserID] = [:]
    /// Counts what was heard of changes: what was read meanwhile may be out of date.
    private(set) var changes = 0

    mutating func user(_ id: ExternalID) -> UserID? {
        if let uid = young[id] { return uid }
        guard let uid = old[id] else { return nil }
        insert(id, uid)
        return uid
    }

    /// - Parameter changes: as it was before they were read.
    mutating func add(_ found: [ExternalID: UserID], readAt changes: Int) {
        guard changes == self.changes else { return }
        for (id, uid) in found { insert(id, uid) }
    }

    mutating func forget(_ id: ExternalID) {
        changes += 1
        young[id] = nil
        old[id] = nil
    }

    mutating func forgetAll() {
        changes += 1
        (young, old) = ([:], [:])
    }

    private mutating func insert(_ id: ExternalID, _ uid: UserID) {
        if young.count >= Self.generationMax { (old, young) = (young, [:]) }
        young[id] = uid
    }
}
