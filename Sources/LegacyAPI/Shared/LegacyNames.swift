internal import Links

/// Under what a link keeps what old calls said of it that means nothing here: `LinkSpec.legacy`.
enum LegacyNames {
    /// Of Firebase's managed link.
    static let name = "name"

    // Branch's.
    static let type = "type"
    static let duration = "duration"
    static let stage = "stage"
    static let identity = LinkSpec.legacyIdentity
}
