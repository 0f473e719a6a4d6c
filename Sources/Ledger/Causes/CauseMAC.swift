/// A MAC by the ledger's key, which shows that the service wrote a row.
package struct CauseMAC: Equatable {
    package let bytes: [UInt8]

    package init(of cause: Cause, by key: LedgerKey) {
        bytes = KeyedTag(of: Self.text(of: cause), by: key).bytes
    }

    /// Whether these bytes are the row's MAC by one of the keys.
    package static func isGenuine(_ bytes: [UInt8], of cause: Cause, by keys: LedgerKeys) -> Bool {
        KeyedTag.isGenuine(bytes, of: text(of: cause), by: keys)
    }

    private static func text(of cause: Cause) -> SealText {
        var text = SealText()
        text.add(cause)
        return text
    }
}
