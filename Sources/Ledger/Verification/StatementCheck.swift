internal import Store

/// Follows the statements in a database, each of which names the one before, and holds some of them against
/// the ledger.
struct StatementCheck {
    package let keys: LedgerKeys
    /// From outside the database, out of reach of its superusers.
    package let given: LedgerStatement?
    /// Limits of later seals; complete after `finish`.
    package private(set) var bounds = LaterSealBounds()
    private var lastRead: LedgerStatement?
    private var isGivenStored = false
    /// The first statement that ends sealing: an entry without a seal is a forged one.
    private var firstEnd: LedgerStatement?
    package var sealingEnded: Bool { firstEnd != nil }

    init(keys: LedgerKeys, given: LedgerStatement?) {
        self.keys = keys
        self.given = given
    }

    package mutating func take(_ stored: StoredStatement, in report: inout LedgerReport) {
        report.statements += 1
        let statement = LedgerStatement(json: stored.body)
        let isGenuine = statement.map { $0.number == stored.number && isSigned($0, in: &report) } ?? false
        if !isGenuine { report.find(.statementForged, "number \(stored.number)") }
        if let statement, isGenuine, statement.before != lastRead?.hash {
            report.find(.statementGone, "the statement before number \(stored.number)")
        }
        if let given, given.number == stored.number {
            isGivenStored = true
            if given != statement {
                report.find(.statementDiffers, "the database has another statement \(stored.number)")
            }
        }
        if let statement, isGenuine { noteEnd(statement) }
        lastRead = isGenuine ? statement : lastRead
    }

    /// The findings from all statements.
    package mutating func finish(in report: inout LedgerReport) -> [LedgerStatement] {
        var held = lastRead.map { [$0] } ?? []
        if let given {
            if isSigned(given, in: &report) {
                noteEnd(given)
                if given != lastRead { held.append(given) }
                bounds.given = held.firstIndex(of: given)
            } else {
                report.find(.statementForged, "the given statement, number \(given.number)")
            }
        }
        if let firstEnd {
            if !held.contains(firstEnd) { held.append(firstEnd) }
            bounds.firstEnd = held.firstIndex(of: firstEnd)
        }
        return held
    }

    private mutating func noteEnd(_ statement: LedgerStatement) {
        guard statement.sealingEnded, statement.number < firstEnd?.number ?? .max else { return }
        firstEnd = statement
    }

    /// Whether the one given was made after all that the database knows of.
    func isGivenNewer(than newestEntry: String) -> Bool {
        guard let given, given.isSigned(by: keys) else { return false }
        return given.number > lastRead?.number ?? 0 && given.madeAt >= newestEntry
    }

    /// Whether the one given ought to be in the database.
    var isGivenMissing: Bool { given.map { $0.isSigned(by: keys) && !isGivenStored } ?? false }

    private func isSigned(_ statement: LedgerStatement, in report: inout LedgerReport) -> Bool {
        if keys.key(statement.key) == nil {
            report.find(.keyUnknown, "statement \(statement.number): key \(statement.key)")
        }
        return statement.isSigned(by: keys)
    }
}
