/// A parameter of a link without effect, or without the expected one. The codes are Firebase's if it had
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
