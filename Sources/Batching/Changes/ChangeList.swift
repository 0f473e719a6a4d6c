package import Referrals
package import Values

/// Changes of types that have a listener.
package struct ChangeList {
    private let types: ChangeTypes
    package private(set) var all: [Change] = []
    private(set) var origins = ChangeOrigins.current

    init(of types: ChangeTypes) {
        self.types = types
    }

    /// - Parameter origin: of the changes that a player's request causes.
    package mutating func note(_ origin: String?, of player: UserID) {
        if let origin { origins.note(origin, of: player) }
    }

    package mutating func add(_ change: Change) {
        if types.contains(change.type) { all.append(change) }
    }

    package mutating func add(_ changes: some Sequence<Change>) {
        for change in changes { add(change) }
    }

    /// Removes what is about these.
    package mutating func remove(_ subjects: Set<UserID>) {
        guard !subjects.isEmpty else { return }
        all.removeAll { $0.subject.map(subjects.contains) ?? false }
    }
}
