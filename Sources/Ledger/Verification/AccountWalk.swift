internal import Basics
internal import FoundationEssentials
internal import Store
internal import Values

/// Follows the entries of one account, in order, and says what of them isn't as it was sealed.
struct AccountWalk {
    /// The account at a statement's time, according to its entries.
    struct Stated {
        package let sealed: Int64
        package fileprivate(set) var found: (seal: [UInt8]?, amount: Int64)?
    }

    package let currency: String
    private let uid: UUID
    private let keys: LedgerKeys
    private let stored: StoredBalance?
    /// One for each statement that is held against the ledger.
    package private(set) var stated: [Stated]
    private let bounds: LaterSealBounds
    private var sequence: Int64 = 0
    private var amount: Int64 = 0
    private var seal: [UInt8]?
    private var sealed: (sequence: Int64, seal: [UInt8]?) = (0, nil)
    /// Rewards that were taken back, whose reversals are still to come: how much of each was there.
    private var owed: [UUID: Int64] = [:]
    /// The last entry of each of them.
    private var last: [UUID: UUID] = [:]
    /// An entry that isn't what its seal says: altered, if those after it were sealed over its seal.
    private var suspect: StoredEntry?

    init(
        _ uid: UUID, _ currency: String, keys: LedgerKeys, stored: StoredBalance?, stated: [Int64],
        bounds: LaterSealBounds
    ) {
        self.uid = uid
        self.currency = currency
        self.keys = keys
        self.stored = stored
        self.stated = stated.map { Stated(sealed: $0) }
        self.bounds = bounds
    }

    package mutating func take(_ entry: StoredEntry, mayBeUnsealed: Bool, in report: inout LedgerReport) {
        report.entries += 1
        let isNext = checkSequence(of: entry, in: &report)
        checkReward(of: entry, in: &report)
        if entry.seal == nil {
            checkUnsealed(entry, mayBeUnsealed, in: &report)
        } else {
            checkSeal(of: entry, isNext: isNext, in: &report)
            sealed = (entry.sequence, entry.seal)
        }
        sequence = entry.sequence
        amount = entry.balanceAfter
        seal = entry.seal
        for index in stated.indices where stated[index].sealed == sequence {
            stated[index].found = (seal, amount)
        }
    }

    /// Compares the account with its entries, which are all taken.
    package mutating func finish(in report: inout LedgerReport) {
        if let suspect {
            report.find(suspect.seal == stored?.head ? .entryAltered : .entryInserted, text(suspect))
        }
        suspect = nil
        for id in owed.keys.sorted(by: { $0.precedes($1) }) {
            report.find(.rewardAltered, "\(label) reward \(id.lowercaseText): too little was taken back")
        }
        let isGone = sequence == 0 && stored == nil
        for one in stated where one.sealed > sequence {
            report.find(
                isGone ? .accountGone : .entriesCut,
                "\(label): \(one.sealed) were stated, \(sequence) exist")
        }
        guard let stored else {
            if sequence > 0 { report.find(.balanceGone, "\(label): \(sequence) entries have none") }
            return
        }
        check(stored, in: &report)
    }

    private func check(_ stored: StoredBalance, in report: inout LedgerReport) {
        if stored.entries > sequence {
            report.find(.entriesCut, "\(label): \(stored.entries) are counted, \(sequence) exist")
        } else if stored.entries < sequence {
            report.find(
                .balanceChanged, "\(label): \(stored.entries) entries are counted, \(sequence) exist")
        }
        if stored.amount != amount {
            report.find(.balanceChanged, "\(label): it is \(stored.amount), and its last entry has \(amount)")
        }
        if stored.sealed != sealed.sequence || stored.head != sealed.seal {
            report.find(.headChanged, "\(label): it is not the seal of entry \(sealed.sequence)")
        }
    }

    /// Whether the entry follows the one before.
    private func checkSequence(of entry: StoredEntry, in report: inout LedgerReport) -> Bool {
        if entry.sequence > sequence + 1 {
            report.find(.entryDeleted, "\(label): \(sequence + 1) to \(entry.sequence - 1) are missing")
        } else if entry.sequence <= sequence {
            report.find(.entryInserted, "\(text(entry)): two entries have its number")
        } else if entry.balanceAfter &- entry.amount != amount, entry.seal == nil {
            report.find(.entryAltered, "\(text(entry)): its balance doesn't follow from the previous one")
        }
        return entry.sequence == sequence + 1
    }

    private mutating func checkReward(of entry: StoredEntry, in report: inout LedgerReport) {
        guard entry.kind == "grant" || entry.kind == "reversal" else { return }
        guard let cause = entry.cause else { return report.find(.rewardGone, text(entry)) }
        let isAsIs = entry.kind == "grant" ? isGrant(entry, of: cause) : isReversal(entry, of: cause)
        if !isAsIs { report.find(.rewardAltered, "\(text(entry)): status \(cause.status)") }
    }

    private mutating func isGrant(_ entry: StoredEntry, of cause: StoredReward) -> Bool {
        let isTheSame =
            cause.id == entry.id && cause.amount == entry.amount && cause.currency == entry.currency
            && cause.reason.isSpelled(as: entry.reason)
        if cause.status == "reversed", cause.unrecovered < cause.amount {
            owed[cause.id] = cause.amount - cause.unrecovered
        }
        return ["paid", "reversed"].contains(cause.status) && (entry.seal != nil || isTheSame)
    }

    private mutating func isReversal(_ entry: StoredEntry, of cause: StoredReward) -> Bool {
        guard let rest = owed.removeValue(forKey: cause.id) else { return false }
        let (missing, undone) = (rest &+ entry.amount, last[cause.id] ?? cause.id)
        if missing > 0 { owed[cause.id] = missing }
        last[cause.id] = entry.id
        return missing >= 0 && entry.undoes == undone && cause.status == "reversed"
    }

    private func checkUnsealed(_ entry: StoredEntry, _ mayBeUnsealed: Bool, in report: inout LedgerReport) {
        if entry.sequence <= stored?.sealed ?? 0 {
            report.find(.sealRemoved, text(entry))
        } else if mayBeUnsealed {
            report.unsealed += 1
        } else {
            report.find(.entryInserted, "\(text(entry)): it has no seal, and sealing had ended")
        }
    }

    private mutating func checkSeal(of entry: StoredEntry, isNext: Bool, in report: inout LedgerReport) {
        guard let stored = Seal(entry.seal) else {
            return report.find(.entryInserted, "\(text(entry)): its seal is invalid")
        }
        guard let key = keys.key(stored.keyID) else {
            return report.find(.keyUnknown, "\(text(entry)): key \(stored.keyID)")
        }
        let origin =
            stored.origin(of: entry, after: seal, by: key)
            ?? Redaction.origin(of: entry, after: seal, by: keys)
        if let suspect {
            report.find(origin == nil ? .entryInserted : .entryAltered, text(suspect))
            self.suspect = nil
        }
        if let origin { return check(origin, of: entry, in: &report) }
        let due = Seal(of: entry, after: seal, by: key)
        if due.entryTag != stored.entryTag {
            suspect = entry
        } else if due.causeTag != stored.causeTag {
            // That it is gone was said.
            if entry.cause != nil || !["grant", "reversal"].contains(entry.kind) {
                report.find(.rewardAltered, text(entry))
            }
        } else if isNext {
            report.find(
                .entryMoved, "\(text(entry)): its number, its balance or the previous balance is wrong")
        }
    }

    /// A later seal is only as trustworthy as the statement that covers it.
    private func check(_ origin: Seal.Origin, of entry: StoredEntry, in report: inout LedgerReport) {
        func isBeyond(_ statement: Int?) -> Bool {
            statement.map { entry.sequence > stated[$0].sealed } ?? false
        }
        switch origin {
        case .booking: return
        case .later where isBeyond(bounds.firstEnd):
            report.find(.sealedAfterEnd, text(entry))
        case .later, .accepted:
            if bounds.given == nil || isBeyond(bounds.given) { report.noteUncovered(text(entry)) }
        }
    }

    private var label: String { "\(uid.lowercaseText) \(currency)" }

    private func text(_ entry: StoredEntry) -> String {
        "\(label) entry \(entry.sequence) (\(entry.id.lowercaseText))"
    }
}
