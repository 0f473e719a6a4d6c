internal import CSodium

/// libsodium, made ready once for the whole process.
package enum Sodium {
    private static let isReady = sodium_init() >= 0

    /// To be called before anything else here; any thread, any number of times.
    package static func initialize() {
        precondition(isReady, "libsodium could not start")
    }

    /// Equality in a time that tells nothing about where two secrets differ.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
