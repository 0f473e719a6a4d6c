internal import Basics
internal import FoundationEssentials
internal import Ledger
internal import Store
internal import Values

/// The ledger's tables as psql copied them into a folder.
struct CSVPages: LedgerPages {
    typealias Failure = any Error

    private var keys: CSVTable
    private var statements: CSVTable
    private var balances: CSVTable
    private var heads: CSVTable
    private var entries: CSVTable
    private var rewards: CSVTable
    private var reservations: CSVTable

    init(folder: String) throws {
        func table(_ copy: LedgerCopy) throws -> CSVTable { try CSVTable("\(folder)/\(copy.file)") }
        keys = try table(.keys)
        statements = try table(.statements)
        balances = try table(.balances)
        heads = try table(.heads)
        entries = try table(.entries)
        rewards = try table(.unbookedRewards)
        reservations = try table(.brokenReservations)
    }

    mutating func nextKeys() async throws -> [FindLedgerKeys.Row] {
        try keys.next(2) { row in
            var row = row
            return (id: try row.value { Int32($0) }, proof: try row.value(Self.bytes))
        }
    }

    mutating func nextStatements() async throws -> [StoredStatement] {
        try statements.next(2) { row in
            var row = row
            return StoredStatement(number: try row.number(), body: row.text())
        }
    }

    mutating func nextBalances() async throws -> [StoredBalance] {
        try balances.next(6) { row in
            var row = row
            return StoredBalance(
                uid: try row.value { UUID(text: $0) }, currency: row.text(), amount: try row.number(),
                entries: try row.number(), sealed: try row.number(), head: try row.optional(Self.bytes))
        }
    }

    mutating func nextHeads() async throws -> [StatedHead] {
        try heads.next(4) { row in
            var row = row
            return StatedHead(
                uid: try row.value { UUID(text: $0) }, currency: row.text(), statement: try row.number(),
                sealed: try row.number())
        }
    }

    mutating func nextEntries() async throws -> [StoredEntry] {
        try entries.next(22) { row in
            var row = row
            var entry = StoredEntry(
                uid: try row.value { UUID(text: $0) }, id: try row.value { UUID(text: $0) },
                currency: row.text(), sequence: try row.number(), kind: row.text(),
                amount: try row.number(), balanceAfter: try row.number(), rule: row.optionalText(),
                subject: try row.optional { UUID(text: $0) }, reason: row.text(),
                createdAtMicroseconds: try row.number(), undoes: try row.optional { UUID(text: $0) },
                seal: try row.optional(Self.bytes), redaction: try row.optional(Self.bytes))
            if let id = try row.optional({ UUID(text: $0) }) {
                entry.cause = StoredReward(
                    id: id, role: row.text(), currency: row.text(), amount: try row.number(),
                    status: row.text(), reason: row.text(), grantedAtMicroseconds: try row.number(),
                    unrecovered: try row.number())
            }
            return entry
        }
    }

    mutating func nextUnbookedRewards() async throws -> [UnbookedReward] {
        try rewards.next(2) { row in
            var row = row
            return UnbookedReward(uid: try row.value { UUID(text: $0) }, id: try row.value { UUID(text: $0) })
        }
    }

    mutating func nextBrokenReservations() async throws -> [BrokenReservation] {
        try reservations.next(2) { row in
            var row = row
            return BrokenReservation(
                uid: try row.value { UUID(text: $0) }, id: try row.value { UUID(text: $0) })
        }
    }

    /// PostgreSQL's `\x` and digits.
    private static func bytes(_ text: String) -> [UInt8]? {
        text.hasPrefix("\\x") ? Hexadecimal.bytes(text.dropFirst(2)) : nil
    }
}
