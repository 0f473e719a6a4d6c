/// The last 16 bytes of a secret that this installation has made: a keyed hash of what comes before them. It
/// tells an invented secret without asking the database.
package enum SecretTag {
    package static let byteCount = 16

    package static func make(of bytes: [UInt8], key: Subkey) -> [UInt8] {
        BLAKE2b.hash(bytes, key: key.bytes, byteCount: byteCount)
    }

    /// Whether the last bytes are the tag of those before, in constant time.
    package static func ends(_ bytes: [UInt8], key: Subkey) -> Bool {
        Sodium.areEqual(Array(bytes.suffix(byteCount)), make(of: bytes.dropLast(byteCount), key: key))
    }
}
