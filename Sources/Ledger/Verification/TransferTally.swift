internal import Crypto
internal import Store

/// Whether what went over between accounts was booked twice each: by one id, as much below 0 as above. In
/// memory that doesn't grow with them: what both halves say alike is added for one and taken off for the
/// other.
struct TransferTally {
    private let key = Randomness.bytes(SipHash.keyBytes)
    private var sum: UInt64 = 0

    var isMatched: Bool { sum == 0 }

    package mutating func add(_ entry: StoredEntry) {
        guard entry.kind == "transfer" else { return }
        var text = SealText()
        text.add(entry.id)
        text.add(entry.currency)
        text.add(Int64(clamping: entry.amount.magnitude))
        let hash = SipHash.hash(text.bytes[...], key: key).0
        sum = entry.amount > 0 ? sum &+ hash : sum &- hash
    }
}
