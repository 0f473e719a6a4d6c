package import FoundationEssentials
package import Values

/// A fact with the id that makes it safe to send again: (uid, id) happens once.
package struct Event: Equatable, Sendable {
    package struct Key: Hashable, Comparable, Sendable {
        package let uid: UserID
        package let id: UUID

        package init(uid: UserID, id: UUID) {
            self.uid = uid
            self.id = id
        }

        package func hash(into hasher: inout Hasher) {
            uid.hash(into: &hasher)
            let words = id.words
            hasher.combine(words.high)
            hasher.combine(words.low)
        }

        package static func < (left: Key, right: Key) -> Bool {
            left.uid == right.uid ? left.id.precedes(right.id) : left.uid < right.uid
        }
    }

    package let key: Key
    package let fact: Fact
    /// When the client says it happened.
    package let occurredAt: Timestamp?
    /// Reported by the player's own app, and not by a server. The source isn't part of the fact.
    package var isOwnWord = false

    package init(uid: UserID, id: UUID, fact: Fact, occurredAt: Timestamp? = nil) {
        self.key = Key(uid: uid, id: id)
        self.fact = fact
        self.occurredAt = occurredAt
    }

    package static func == (left: Event, right: Event) -> Bool {
        left.key == right.key && left.fact == right.fact && left.occurredAt == right.occurredAt
    }
}
