internal import Crypto

/// A tag by the ledger's key over a row, which shows that the service wrote it: the key's id 4, the hash 20.
struct KeyedTag: Equatable {
    private static let hashBytes = 20

    package let bytes: [UInt8]

    init(of text: SealText, by key: LedgerKey) {
        bytes =
            withUnsafeBytes(of: key.id.bigEndian) { Array($0) }
            + BLAKE2b.hash(text.bytes, key: key.causing, byteCount: Self.hashBytes)
    }

    /// Whether these bytes are the text's tag by one of the keys.
    package static func isGenuine(_ bytes: [UInt8], of text: SealText, by keys: LedgerKeys) -> Bool {
        guard bytes.count == 4 + hashBytes,
            let key = keys.key(bytes.prefix(4).reduce(0) { $0 << 8 | Int32($1) })
        else { return false }
        return Sodium.areEqual(KeyedTag(of: text, by: key).bytes, bytes)
    }
}
