/// The shortcomings that the sources' texts still have, by module. A number may only fall; a module that
/// isn't here has none.
enum ProseCounts {
    /// Identifiers count too.
    static let bannedPhrases = [
        "API": 0, "Accounts": 8, "Invitations": 2, "Links": 1, "Referrals": 5, "shipmate": 2,
    ]

    /// The same in the descriptions of `openapi.json`.
    static let longDescriptions = 0

    private static let banned =
        PageCounts.banned + [
            "everybody", "anybody", "comes round", "came round", "who has left", "is told", "are told",
            "be told", "was told", "told of", "the like", "vouch", "vouches", "vouched", "vouching",
        ]

    /// - Parameter text: in lower case.
    static func phrases(in text: String) -> [String] {
        text.occurrences(of: banned)
    }
}
