/// The result of verifying the ledger.
package struct LedgerReport: Equatable, Sendable {
    private static let examplesMax = 100

    package internal(set) var accounts: Int64 = 0
    package internal(set) var entries: Int64 = 0
    /// Entries that were never sealed, and needn't have been.
    package internal(set) var unsealed: Int64 = 0
    /// Entries with a later seal that no statement from outside covers.
    package private(set) var uncovered: Int64 = 0
    /// The first hundred.
    package private(set) var uncoveredExamples: [String] = []
    /// Rows without a MAC, before `ledger adopt`.
    package internal(set) var unproved: Int64 = 0
    package internal(set) var statements: Int64 = 0
    package private(set) var counts: [LedgerFinding.Kind: Int] = [:]
    /// The first hundred.
    package private(set) var examples: [LedgerFinding] = []

    package var isGood: Bool { counts.isEmpty }

    mutating func noteUncovered(_ entry: String) {
        uncovered += 1
        if uncoveredExamples.count < Self.examplesMax { uncoveredExamples.append(entry) }
    }

    package mutating func find(_ kind: LedgerFinding.Kind, _ detail: String) {
        counts[kind, default: 0] += 1
        if examples.count < Self.examplesMax { examples.append(LedgerFinding(kind: kind, detail: detail)) }
    }
}
