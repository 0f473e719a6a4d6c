internal import FoundationEssentials

/// A MAC by the ledger's key, which shows that the service wrote a row.
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

    /// Whether these bytes are the row's MAC by one of the keys.
    static func isGenuine(_ bytes: [UInt8], of cause: Cause, by keys: LedgerKeys) -> Bool {
        guard bytes.count == 4 + hashBytes,
            let key = keys.key(bytes.prefix(4).reduce(0) { $0 << 8 | Int32($1) })
        else { return false }
        return Sodium.areEqual(CauseMAC(of: cause, by: key).bytes, bytes)
    }
}
