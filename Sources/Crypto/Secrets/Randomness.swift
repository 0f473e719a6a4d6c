internal import CSodium

/// Unpredictable bytes from the kernel's generator.
package enum Randomness {
    package static func bytes(_ count: Int) -> [UInt8] {
        Sodium.initialize()
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            randombytes_buf(buffer.baseAddress!, count)
            initialized = count
        }
    }
}

/// Random words by the thousand: a fresh seed from the kernel for each 4 KiB of ChaCha20 stream, so that a
/// batch of ids costs no system call each. For identifiers, not for keys.
package struct RandomBuffer {
    private static let wordCount = 512
    private var words = [UInt64](repeating: 0, count: RandomBuffer.wordCount)
    private var position = RandomBuffer.wordCount

    package init() {}

    package mutating func next() -> UInt64 {
        if position == Self.wordCount { refill() }
        defer { position += 1 }
        return words[position]
    }

    private mutating func refill() {
        let seed = Randomness.bytes(Int(randombytes_SEEDBYTES))
        words.withUnsafeMutableBytes { randombytes_buf_deterministic($0.baseAddress!, $0.count, seed) }
        position = 0
    }
}
