package import FoundationEssentials
package import Values

/// An operator's note on a player.
package struct PlayerNote: Equatable, Sendable {
    package static let charactersMax = 2_000
    /// On one player.
    package static let countMax = 200

    package let uid: UserID
    package let id: UUID
    /// As the audit names the operator.
    package let author: String
    package let text: String
    package let createdAt: Timestamp

    package init(uid: UserID, id: UUID, author: String, text: String, createdAt: Timestamp) {
        self.uid = uid
        self.id = id
        self.author = author
        self.text = text
        self.createdAt = createdAt
    }

    /// Whether a text can be a note. Of control characters it may have line breaks and tabs.
    package static func accepts(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return (1...charactersMax).contains(scalars.count)
            && scalars.allSatisfy { $0.value >= 32 && $0.value != 127 || $0 == "\n" || $0 == "\t" }
    }
}
