/// What a player's progress is made of, each told of by facts of its own kind.
package enum ProgressKind: Sendable, CaseIterable {
    case level
    case milestone
    case counter
}

extension Fact {
    /// Nil where apps don't tell of it.
    var progressKind: ProgressKind? {
        switch self {
        case .levelReached: .level
        case .milestoneReached: .milestone
        case .counterIncremented: .counter
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: nil
        }
    }
}

extension RuleName {
    /// Remembered where the player's own app told of such progress, while that was not simply believed: no
    /// rule is called so.
    static func ownWord(for kind: ProgressKind) -> RuleName {
        switch kind {
        case .level: "*own_level"
        case .milestone: "*own_milestone"
        case .counter: "*own_counter"
        }
    }

    /// The same of any kind, of before each had its own.
    static let ownWord: RuleName = "*own_word"

    static let ownWords = Set(ProgressKind.allCases.map(ownWord(for:)) + [ownWord])
}
