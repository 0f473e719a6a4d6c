/// Something in the ledger that isn't as it was written.
package struct LedgerFinding: Equatable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable, Comparable {
        case entryAltered = "entry altered"
        case entryInserted = "entry inserted"
        case entryDeleted = "entry deleted"
        case entryMoved = "entry moved"
        case entriesCut = "entries cut at the end"
        case sealRemoved = "seal removed"
        case sealedAfterEnd = "sealed after sealing had ended"
        case keyUnknown = "sealed with an unknown key"
        case balanceChanged = "balance changed"
        case balanceGone = "balance gone"
        case headChanged = "head changed"
        case accountGone = "account gone"
        case rewardAltered = "reward altered"
        case rewardGone = "reward gone"
        case rewardWithoutEntry = "reward without entry"
        case reservationUnmatched = "reservation that its entries don't fit"
        case causeForged = "row that the service did not write"
        case rewardUncaused = "reward without an event"
        case mergeUncaused = "merge of a player who is not merged"
        case transferUncaused = "transfer without a merge"
        case refundUncaused = "refund without a redemption"
        case auditForged = "audit entry that the service did not write"
        case auditGone = "audit entries gone"
        case auditCut = "audit entries cut at the end"
        case transferUnmatched = "transfer without its other half"
        case statementForged = "statement forged"
        case statementGone = "statement gone"
        case statementDiffers = "statement doesn't fit"
        case keyRecordChanged = "key's record changed"
        case databaseOlder = "the database is older than the statement"

        package static func < (left: Kind, right: Kind) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    package let kind: Kind
    /// Where, and what of it.
    package let detail: String

    package var description: String { "\(kind.rawValue): \(detail)" }
}
