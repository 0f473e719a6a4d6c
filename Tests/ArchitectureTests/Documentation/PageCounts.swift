/// The shortcomings that pages still have. A number may only fall; a page that isn't here has none.
enum PageCounts {
    static let banned = [
        "unless told", "as ever", "now and then", "whoever", "whom", "somebody",
        "nobody", "in force", "into force", "mended", "good no more", "no more good",
        "the same again", "by hand", "in its turn",
    ]

    static let bannedPhrases = [
        "CHANGELOG.md": 41,
        "Documentation/reference/Calls.md": 13,
    ]

    /// Of more than 30 words.
    static let longSentences = [
        "CHANGELOG.md": 25,
        "Documentation/Scaling.md": 19,
    ]
}
