internal import Basics
internal import Crypto
internal import FoundationEssentials
package import Store

/// The state of the whole ledger at a time: counts, sums, and one hash over all accounts' heads. It is
/// signed, and has the previous statement's hash.
package struct LedgerStatement: Codable, Equatable, Sendable {
    package struct Sum: Codable, Equatable, Sendable {
        package let currency: String
        package let accounts: Int64
        /// In minor units; a text, since it may leave 64 bits.
        package let amount: String
    }

    package let number: Int64
    /// In UTC, to the second.
    package let madeAt: String
    /// Accounts with sealed entries, and the number of entries.
    package let accounts: Int64
    package let entries: Int64
    /// Entries that weren't sealed.
    package let unsealed: Int64
    /// Nothing is sealed afterwards but what is booked: an entry without a seal is a forged one.
    package let sealingEnded: Bool
    /// The service refuses held rewards, reservations, merges and API keys without a MAC. Nil in statements
    /// from before version 0.9.
    package let causesProved: Bool?
    /// How long the audit's chain is. Nil where it is empty.
    package let auditEntries: Int64?
    /// The last seal of the audit's chain, in hexadecimal.
    package let auditHead: String?
    package let sums: [Sum]
    package let root: String
    /// The hash of the statement before; nil for the first.
    package let before: String?
    /// The id of the key that it is signed with.
    package let key: Int32
    package private(set) var signature = ""

    package enum CodingKeys: String, CodingKey {
        case number
        case madeAt = "made_at"
        case accounts
        case entries
        case unsealed
        case sealingEnded = "sealing_ended"
        case causesProved = "causes_proved"
        case auditEntries = "audit_entries"
        case auditHead = "audit_head"
        case sums
        case root
        case before
        case key
        case signature
    }

    package init(
        number: Int64, madeAt: String, _ tally: LedgerTally, unsealed: Int64, sealingEnded: Bool,
        causesProved: Bool = false, audit: AuditHead? = nil, before: String?, signedBy key: LedgerKey
    ) {
        self.number = number
        self.madeAt = madeAt
        accounts = tally.accounts
        entries = tally.entries
        self.unsealed = unsealed
        self.sealingEnded = sealingEnded
        self.causesProved = causesProved ? true : nil
        auditEntries = audit?.sequence
        auditHead = audit.map { Hexadecimal.text($0.seal) }
        sums = tally.sums
        root = Hexadecimal.text(tally.root)
        self.before = before
        self.key = key.id
        signature = Base64URL.encode(key.signing.signature(of: signed))
    }

    /// A statement as it was printed; nil for other text.
    package init?(json: String) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = read
    }

    var madeAtSeconds: Int64? {
        (try? Date(madeAt, strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
    }

    /// On one line.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Its hash for the next statement.
    package var hash: String {
        Hexadecimal.text(BLAKE2b.hash(signed + Array(signature.utf8), byteCount: 32))
    }

    package func isSigned(by keys: LedgerKeys) -> Bool {
        guard let key = keys.key(key), let signature = Base64URL.decode(Array(signature.utf8)[...]) else {
            return false
        }
        return key.signing.publicKey.isValid(signature: signature, of: signed)
    }

    package func fits(_ tally: LedgerTally) -> Bool {
        accounts == tally.accounts && entries == tally.entries && sums == tally.sums
            && root == Hexadecimal.text(tally.root)
    }

    private var signed: [UInt8] {
        var text = SealText()
        text.add("shipmate ledger statement 1")
        text.add(number)
        text.add(madeAt)
        text.add(accounts)
        text.add(entries)
        text.add(unsealed)
        text.add(sealingEnded ? 1 : 0)
        text.add(Int64(sums.count))
        for sum in sums {
            text.add(sum.currency)
            text.add(sum.accounts)
            text.add(sum.amount)
        }
        text.add(root)
        text.add(before)
        text.add(Int64(key))
        // Only if true, so that the signatures of earlier statements stay valid.
        if causesProved == true { text.add("causes proved") }
        if let auditEntries {
            text.add("audit")
            text.add(auditEntries)
            text.add(auditHead)
        }
        return text.bytes
    }
}

extension LedgerTally {
    package var sums: [LedgerStatement.Sum] {
        money.sorted { $0.key < $1.key }.map { currency, money in
            LedgerStatement.Sum(
                currency: currency, accounts: money.accounts, amount: money.amount.description)
        }
    }
}
