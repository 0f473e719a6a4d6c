internal import FoundationEssentials

/// The ledger key's word that the service itself wrote a row.
struct CauseMAC: Equatable {
    private static let hashBytes = 20

    /// The key's id 4, the hash 20.
    let bytes: [UInt8]

    init(of cause: Cause, by key: LedgerKey) {
        var text = SealText()
        text.add(cause)
        bytes =
            withUnsafeBytes(of: key.id.bigEndian) { Array($0) }
            + BLAKE2b.hash(text.bytes, key: key.causing, byteCount: Self.hashBytes)
    }

    /// Whether these bytes are a key's word for the row.
    static func isGenuine(_ bytes: [UInt8], of cause: Cause, by keys: LedgerKeys) -> Bool {
        guard bytes.count == 4 + hashBytes,
            let key = keys.key(bytes.prefix(4).reduce(0) { $0 << 8 | Int32($1) })
        else { return false }
        return Sodium.areEqual(CauseMAC(of: cause, by: key).bytes, bytes)
    }
}
