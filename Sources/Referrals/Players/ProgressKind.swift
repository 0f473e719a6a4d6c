internal import Links

/// The kinds of a player's progress, each with its own kinds of facts.
package enum ProgressKind: Sendable, CaseIterable {
    case level
    case milestone
    case counter
    case platform
}

extension Fact {
    /// Nil where apps don't tell of it.
    var progressKind: ProgressKind? {
        switch self {
        case .levelReached: .level
        case .milestoneReached: .milestone
        case .counterIncremented: .counter
        case .platformUsed: .platform
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: nil
        }
    }
}

extension RuleName {
    /// A marker for such progress from the player's own app while it was not simply trusted: no rule has
    /// this name.
    static func ownWord(for kind: ProgressKind) -> RuleName {
        switch kind {
        case .level: "*own_level"
        case .milestone: "*own_milestone"
        case .counter: "*own_counter"
        case .platform: "*own_platform"
        }
    }

    /// The same of any kind, of before each had its own.
    static let ownWord: RuleName = "*own_word"

    static let ownWords = Set(ProgressKind.allCases.map(ownWord(for:)) + [ownWord])
}

extension RuleName {
    /// A marker for a player who has used the platform: no rule has this name.
    static func used(_ platform: PlatformFamily) -> RuleName {
        switch platform {
        case .android: "*on_android"
        case .desktop: "*on_desktop"
        case .ios: "*on_ios"
        }
    }
}
