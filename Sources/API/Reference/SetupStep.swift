/// One thing that a service needs before players come, and whether this one has it.
package struct SetupStep: Equatable, Sendable {
    /// A few words, such as `mail`.
    package let name: String
    /// How it stands, and what to set where it is missing.
    package let words: String
    package let isDone: Bool

    package init(_ name: String, _ words: String, isDone: Bool) {
        self.name = name
        self.words = words
        self.isDone = isDone
    }
}
