package import FoundationEssentials
package import Values

/// A fact as it is found again, in the order in which facts arrived.
package struct RecordedFact: Equatable, Sendable {
    package struct Position: Equatable, Sendable {
        package let uid: UserID
        package let receivedAt: Timestamp
        /// Of facts that arrived together.
        package let id: UUID

        package init(uid: UserID, receivedAt: Timestamp, id: UUID) {
            self.uid = uid
            self.receivedAt = receivedAt
            self.id = id
        }
    }

    package let position: Position
    package let fact: Fact

    package init(_ fact: Fact, at position: Position) {
        self.position = position
        self.fact = fact
    }
}
