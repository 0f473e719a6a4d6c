/// Bytes that are no JSON this server accepts: where, and why in words for the caller.
package struct JSONError: Error, Equatable, Sendable {
    /// Bytes from the start.
    package let offset: Int
    package let reason: String
}
