internal import Glibc

/// SplitMix64: what looks random in a test comes again with the seed it printed. `TEST_SEED` in the
/// environment sets it.
package struct SeededGenerator: RandomNumberGenerator {
    package let seed: UInt64
    private var state: UInt64

    package init(_ name: String) {
        let given = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        seed = given ?? UInt64.random(in: 0...UInt64.max)
        state = seed
        print("\(name): TEST_SEED=\(seed)")
    }

    /// One of several that share a seed already printed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
