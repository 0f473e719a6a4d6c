/// Bytes that are no JSON this server accepts: where, and why in words for the caller.
public struct JSONError: Error, Equatable, Sendable {
    /// Bytes from the start.
    public let offset: Int
    public let reason: String
}
