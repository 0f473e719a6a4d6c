package import FoundationEssentials

extension UUID {
    /// Has no user: a walk over all begins after it.
    package static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
