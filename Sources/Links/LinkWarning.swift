/// What a link says in vain, or will not do as its maker may think. The codes are Firebase's where it had
/// one.
package struct LinkWarning: Hashable, Sendable {
    /// In upper snake case, such as `UNRECOGNIZED_PARAM`.
    package let code: String
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}
