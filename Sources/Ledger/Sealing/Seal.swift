internal import Crypto
internal import FoundationEssentials
package import Store

/// An entry's seal: a keyed hash over the entry, its cause and the previous seal; and two tags, of the
/// entry and of its cause only. The tags show what was changed, where the hash only shows that something
/// was.
package struct Seal: Equatable {
    /// When an entry was sealed. The hash covers it, so that a later seal can't pass for one made at booking.
    package enum Origin: CaseIterable {
        /// By the transaction that booked the entry.
        case booking
        /// By a server or `ledger seal`, before sealing ended.
        case later
        /// By `ledger seal --accept`, after it had ended.
        case accepted

        /// Nil for a booking, so that earlier seals stay valid.
        fileprivate var domain: String? {
            switch self {
            case .booking: nil
            case .later: "shipmate ledger sealed later"
            case .accepted: "shipmate ledger accepted"
            }
        }
    }

    /// The key's id 4, the entry's tag 8, the cause's tag 8, the hash 20.
    package static let byteCount = 40
    private static let hashBytes = 20

    package let bytes: [UInt8]

    /// Nil unless it has the length of one.
    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(
        of entry: StoredEntry, after before: [UInt8]?, by key: LedgerKey, origin: Origin = .booking
    ) {
        var text = SealText()
        text.add(content: entry)
        let tag = SipHash.hash(text.bytes[...], key: key.tagging).0
        let tagged = text.bytes.count
        text.add(causeOf: entry)
        let causeTag = SipHash.hash(text.bytes[tagged...], key: key.tagging).0
        text.add(entry.sequence)
        text.add(entry.balanceAfter)
        text.add(before)
        text.add(origin)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        withUnsafeBytes(of: key.id.bigEndian) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: tag) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: causeTag) { bytes.append(contentsOf: $0) }
        bytes += BLAKE2b.hash(text.bytes, key: key.chaining, byteCount: Self.hashBytes)
        self.bytes = bytes
    }

    /// When this seal was made; nil if it is not the entry's seal.
    package func origin(of entry: StoredEntry, after before: [UInt8]?, by key: LedgerKey) -> Origin? {
        Origin.allCases.first { Seal(of: entry, after: before, by: key, origin: $0) == self }
    }

    package var keyID: Int32 { bytes.prefix(4).reduce(0) { $0 << 8 | Int32($1) } }
    var entryTag: ArraySlice<UInt8> { bytes[4..<12] }
    var causeTag: ArraySlice<UInt8> { bytes[12..<20] }
}

extension SealText {
    package mutating func add(_ origin: Seal.Origin) {
        if let domain = origin.domain { add(domain) }
    }

    /// All of an entry but its number, which the hash alone covers: an entry that was moved is still itself.
    package mutating func add(content entry: StoredEntry) {
        add(entry.uid)
        add(entry.id)
        add(entry.currency)
        add(entry.kind)
        add(entry.amount)
        add(entry.rule)
        add(entry.subject)
        add(entry.reason)
        add(entry.createdAtMicroseconds)
        // Nothing if it is nil, so that earlier seals stay valid.
        if let undone = entry.undoes { add(undone as UUID?) }
    }

    /// The stored reward without its status, because a paid one staying paid is checked without a hash. The
    /// cause of other entries is their own id and reason.
    package mutating func add(causeOf entry: StoredEntry) {
        guard let cause = entry.cause else { return add(String?.none) }
        add(cause.id)
        add(cause.role)
        add(cause.currency)
        add(cause.amount)
        add(cause.reason)
        add(cause.grantedAtMicroseconds)
    }
}
