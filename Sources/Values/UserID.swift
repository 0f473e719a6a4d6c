package import FoundationEssentials

/// Names a user, from anonymous sign-in on; linking a credential keeps it.
package struct UserID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let uuid: UUID

    package init(_ uuid: UUID) {
        self.uuid = uuid
    }

    package static func < (left: UserID, right: UserID) -> Bool {
        left.uuid.precedes(right.uuid)
    }

    /// Lower-case, as every id is written.
    package var description: String {
        uuid.lowercaseText
    }
}
