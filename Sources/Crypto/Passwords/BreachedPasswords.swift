internal import CPasswords

/// Passwords that were in leaks, by a list outside of the service that may be larger than memory: Have I Been
/// Pwned publishes one of their SHA-1 sums.
package struct BreachedPasswords: Sendable {
    /// There is no list.
    package static let empty = BreachedPasswords { _ in false }

    private let isListed: @Sendable ([UInt8]) -> Bool

    /// - Parameter isListed: whether the list has a SHA-1 sum; it may take its time.
    package init(_ isListed: @escaping @Sendable (_ sum: [UInt8]) -> Bool) {
        self.isListed = isListed
    }

    package func contain(_ password: String) -> Bool {
        Self.sum(of: password).map(isListed) ?? false
    }

    /// 20 bytes; nil if libcrypto is configured to refuse SHA-1.
    private static func sum(of password: String) -> [UInt8]? {
        let bytes = Array(password.utf8)
        var sum = [UInt8](repeating: 0, count: 20)
        return shipmate_sha1(bytes, bytes.count, &sum) ? sum : nil
    }
}
