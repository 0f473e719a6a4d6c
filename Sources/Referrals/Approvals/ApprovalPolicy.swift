/// The changes that wait for a second operator, and for how long.
package struct ApprovalPolicy: Equatable, Sendable {
    package static let daysDefault = 30

    package var scopes: Set<ApprovalScope> = []
    /// Then a change without a decision is withdrawn.
    package var days = daysDefault

    package init() {}
}
