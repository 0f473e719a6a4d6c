package import Links

/// A user's profile for the players that it invites.
package struct UserProfile: Equatable, Sendable {
    /// Of a name; long enough for any, short enough for a line of text.
    package static let nameCharacters = 1...200

    package var fullName: String?
    package var shortName: String?
    package var imageURL: WebURL?
    /// Whether all players may see it, and not only those that the user invites.
    package var isPublic: Bool

    package init(
        fullName: String? = nil, shortName: String? = nil, imageURL: WebURL? = nil, isPublic: Bool = false
    ) {
        self.fullName = fullName
        self.shortName = shortName
        self.imageURL = imageURL
        self.isPublic = isPublic
    }
}
