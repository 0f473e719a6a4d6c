package import Links

/// What a user shows of itself to those it invites.
package struct UserProfile: Equatable, Sendable {
    package var fullName: String?
    package var shortName: String?
    package var imageURL: WebURL?

    package init(fullName: String? = nil, shortName: String? = nil, imageURL: WebURL? = nil) {
        self.fullName = fullName
        self.shortName = shortName
        self.imageURL = imageURL
    }
}
