/// Why a process can't read the installation's secrets with the root key that it was given.
package enum RootKeyRefusal: Error, Equatable, CustomStringConvertible {
    /// They are wrapped, and no key was given.
    case missing
    /// Another key wraps them.
    case unknown

    package var description: String {
        switch self {
        case .missing:
            "the root secret and the signing keys are wrapped, and no root key was given: set SHIPMATE_ROOT_KEY to the "
                + "key that the other servers have"
        case .unknown:
            "another root key wraps the root secret and the signing keys. Set SHIPMATE_ROOT_KEY to the key that the "
                + "other servers have; beside an embedded PostgreSQL, restore the file root.key"
        }
    }
}
