internal import Crypto
internal import FoundationEssentials
package import Store

/// Proof that the key's holder erased an entry's reason, and nothing else. It is a keyed hash over the rest
/// of the entry and over its seal, which was valid before and which later seals cover.
package struct Redaction: Equatable {
    private static let hashBytes = 20

    package let bytes: [UInt8]

    /// - Parameters:
    ///   - entry: without its reason.
    ///   - origin: of the seal, which can't be found without the reason.
    init(of entry: StoredEntry, after before: [UInt8]?, by key: LedgerKey, origin: Seal.Origin) {
        var text = SealText()
        text.add(content: entry)
        text.add(causeOf: entry)
        text.add(entry.sequence)
        text.add(entry.balanceAfter)
        text.add(before)
        text.add(entry.seal)
        text.add(origin)
        bytes =
            withUnsafeBytes(of: key.id.bigEndian) { Array($0) }
            + BLAKE2b.hash(text.bytes, key: key.redacting, byteCount: Self.hashBytes)
    }

    /// When a redacted entry was sealed; nil without a genuine redaction.
    package static func origin(
        of entry: StoredEntry, after before: [UInt8]?, by keys: LedgerKeys
    ) -> Seal.Origin? {
        guard let stored = entry.redaction, entry.reason == ErasedText.word, stored.count == 4 + hashBytes,
            let key = keys.key(stored.prefix(4).reduce(0) { $0 << 8 | Int32($1) })
        else { return nil }
        return Seal.Origin.allCases.first {
            Redaction(of: entry, after: before, by: key, origin: $0).bytes == stored
        }
    }
}

extension StoredEntry {
    /// The entry without its reason. An entry that was altered before gets no redaction, so `ledger verify`
    /// still reports it.
    package func withoutReason(after before: [UInt8]?, by keys: LedgerKeys?) -> StoredEntry {
        var erased = self
        erased.reason = ErasedText.word
        guard let keys, let stored = Seal(seal), let key = keys.key(stored.keyID),
            let origin = stored.origin(of: self, after: before, by: key)
        else { return erased }
        erased.redaction = Redaction(of: erased, after: before, by: keys.current, origin: origin).bytes
        return erased
    }
}
