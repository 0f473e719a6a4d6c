/// An onboarding task that a user completed, such as `tutorial_completed`.
package struct Milestone: Hashable, Sendable, CustomStringConvertible {
    /// A user has this many at most.
    package static let countMax = 256

    package let description: String

    /// Nil unless `text` is `[a-z][a-z0-9_]{0,62}`.
    package init?(_ text: String) {
        guard isName(text) else { return nil }
        description = text
    }
}

extension Milestone: ExpressibleByStringLiteral {
    /// For rules, which name milestones in the code; a misspelt shape ends the process at once.
    package init(stringLiteral text: StaticString) {
        precondition(isName(text.description), "\(text) is not a milestone's name")
        description = text.description
    }
}

extension Progress {
    /// A milestone is never unreached.
    mutating func reach(_ milestone: Milestone) {
        if !milestones.contains(milestone) { milestones.append(milestone) }
    }

    func refusal(of milestone: Milestone) -> FactRefusal? {
        guard milestones.count >= Milestone.countMax, !milestones.contains(milestone) else { return nil }
        return FactRefusal(
            member: "milestone", code: "too_many",
            detail: "A user has at most \(Milestone.countMax) milestones.")
    }
}

extension UserState {
    package var milestones: [Milestone] { progress.milestones }
}
