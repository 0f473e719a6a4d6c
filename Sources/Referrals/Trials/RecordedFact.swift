package import FoundationEssentials
package import Values

/// A fact as it is found again, in the order in which facts were recorded.
package struct RecordedFact: Equatable, Sendable {
    package struct Position: Equatable, Sendable {
        package let uid: UserID
        package let receivedAt: Timestamp
        package let number: FactNumber
        /// Of facts of a version that kept no numbers.
        package let id: UUID

        /// - Parameter number: nil for that of the time.
        package init(uid: UserID, receivedAt: Timestamp, number: FactNumber? = nil, id: UUID) {
            self.uid = uid
            self.receivedAt = receivedAt
            self.number = number ?? FactNumber(firstAt: receivedAt)
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
