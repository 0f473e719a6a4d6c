internal import FoundationEssentials
package import Store
internal import Values

/// The ledger key's proof of an audit entry: a MAC over all of it, and a seal over its number in the chain.
package enum AuditProof {
    package static func mac(of entry: AuditEntry, by key: LedgerKey) -> [UInt8] {
        KeyedTag(of: whole(entry), by: key).bytes
    }

    package static func isGenuine(_ mac: [UInt8], of entry: AuditEntry, by keys: LedgerKeys) -> Bool {
        KeyedTag.isGenuine(mac, of: whole(entry), by: keys)
    }

    /// - Parameter head: of the chain before the entry; nil for the first.
    package static func head(with entry: AuditEntry, after head: AuditHead?, by key: LedgerKey) -> AuditHead {
        let sequence = (head?.sequence ?? 0) + 1
        return AuditHead(
            sequence: sequence,
            seal: KeyedTag(of: chainText(of: entry, sequence, after: head?.seal), by: key).bytes)
    }

    /// - Parameter seal: of the entry before; nil for the first.
    package static func isGenuine(
        _ stored: [UInt8], of entry: AuditEntry, at sequence: Int64, after seal: [UInt8]?,
        by keys: LedgerKeys
    ) -> Bool {
        KeyedTag.isGenuine(stored, of: chainText(of: entry, sequence, after: seal), by: keys)
    }

    private static func whole(_ entry: AuditEntry) -> SealText {
        var text = SealText()
        text.add("audit entry")
        text.addWhatStays(of: entry)
        text.add(entry.uid?.uuid)
        text.add(entry.detail)
        text.add(entry.before)
        text.add(entry.after)
        return text
    }

    /// Without the text, which may be erased later.
    private static func chainText(of entry: AuditEntry, _ sequence: Int64, after seal: [UInt8]?) -> SealText {
        var text = SealText()
        text.add("audit chain")
        text.add(seal)
        text.add(sequence)
        text.addWhatStays(of: entry)
        return text
    }
}

extension SealText {
    fileprivate mutating func addWhatStays(of entry: AuditEntry) {
        add(entry.id)
        add(entry.createdAt.microsecondsSince1970)
        add(entry.actor)
        add(entry.action)
    }
}

extension InsertAuditEntries {
    /// - Parameter key: gives each entry a MAC; nil without a ledger key.
    package init(_ entries: [AuditEntry], by key: LedgerKey?) {
        self.init(entries) { entry in key.map { AuditProof.mac(of: entry, by: $0) } }
    }
}
