/// A server's time with a tag. A proof that repeats it was signed after that time, whatever the clock of the
/// device says (RFC 9449, section 8).
package struct ProofNonce: Sendable {
    private static let randomByteCount = 8
    private static let tagByteCount = 16
    private static let byteCount = 8 + randomByteCount + tagByteCount

    private let key: Subkey

    package init(key: Subkey) {
        self.key = key
    }

    package func text(atSeconds now: Int64) -> String {
        let bytes = withUnsafeBytes(of: now.bigEndian, Array.init) + Randomness.bytes(Self.randomByteCount)
        return Base64URL.encode(bytes + tag(bytes))
    }

    /// The time of a nonce in seconds since 1970; nil for a text that this key did not make.
    package func seconds(of text: String) -> Int64? {
        guard let bytes = Base64URL.decode(Array(text.utf8)[...]), bytes.count == Self.byteCount else {
            return nil
        }
        let (content, tag) = (
            Array(bytes.dropLast(Self.tagByteCount)), Array(bytes.suffix(Self.tagByteCount))
        )
        guard Sodium.areEqual(tag, self.tag(content)) else { return nil }
        return content.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    private func tag(_ bytes: [UInt8]) -> [UInt8] {
        BLAKE2b.hash(Array("nonce".utf8) + bytes, key: key.bytes, byteCount: Self.tagByteCount)
    }
}
