internal import FoundationEssentials
internal import Store
internal import Values

/// Walks the whole ledger once, user by user, in memory that doesn't grow with it, and says what isn't as it
/// was written.
package struct LedgerVerifier<Pages: LedgerPages> {
    private var pages: Pages
    private let keys: LedgerKeys
    private let progress: (_ entries: Int64) -> Void
    private var statements: StatementCheck
    private var balances = PageCursor<StoredBalance>()
    private var heads = PageCursor<StatedHead>()
    private var entries = PageCursor<StoredEntry>()
    private var held: [LedgerStatement] = []
    private var tallies: [LedgerTally] = []
    private var transfers = TransferTally()
    private var newestMicroseconds: Int64 = 0
    private var report = LedgerReport()

    /// - Parameters:
    ///   - statement: one that was kept elsewhere, to hold the ledger against besides its own newest.
    ///   - progress: told after each page of entries.
    package init(
        _ pages: Pages, keys: LedgerKeys, statement: LedgerStatement? = nil,
        progress: @escaping (_ entries: Int64) -> Void = { _ in }
    ) {
        self.pages = pages
        self.keys = keys
        self.progress = progress
        statements = StatementCheck(keys: keys, given: statement)
    }

    package mutating func run() async throws(Pages.Failure) -> LedgerReport {
        try await checkKeys()
        try await readStatements()
        while let uid = try await nextUser() { try await walk(uid) }
        try await findUnbookedRewards()
        try await findBrokenReservations()
        if !transfers.isMatched {
            report.find(.transferUnmatched, "GET /v1/admin/ledger/check returns the number")
        }
        holdStatements()
        return report
    }

    private mutating func checkKeys() async throws(Pages.Failure) {
        var isKnown = false
        while true {
            let page = try await pages.nextKeys()
            if page.isEmpty { break }
            for (id, proof) in page {
                guard let key = keys.key(id) else { continue }
                if key.proof != proof { report.find(.keyRecordChanged, "key \(id)") }
                if id == keys.current.id { isKnown = true }
            }
        }
        if !isKnown { report.find(.keyRecordChanged, "key \(keys.current.id) is not known in the database") }
    }

    private mutating func readStatements() async throws(Pages.Failure) {
        while true {
            let page = try await pages.nextStatements()
            if page.isEmpty { break }
            for statement in page { statements.take(statement, in: &report) }
        }
        held = statements.finish(in: &report)
        tallies = held.map { _ in LedgerTally() }
    }

    /// Loads what is used up, and gives the first user that any table goes on with.
    private mutating func nextUser() async throws(Pages.Failure) -> UUID? {
        if balances.needsPage { balances.load(try await pages.nextBalances()) }
        if heads.needsPage { heads.load(try await pages.nextHeads()) }
        try await loadEntries()
        let uids = [balances.next?.uid, heads.next?.uid, entries.next?.uid].compactMap(\.self)
        return uids.min { $0.precedes($1) }
    }

    private mutating func loadEntries() async throws(Pages.Failure) {
        guard entries.needsPage else { return }
        entries.load(try await pages.nextEntries())
        progress(report.entries)
    }

    private mutating func walk(_ uid: UUID) async throws(Pages.Failure) {
        let stored = try await balances(of: uid)
        let stated = try await stated(of: uid)
        var walks: [String: AccountWalk] = [:]
        for currency in Set(stored.keys).union(stated.keys) {
            walks[currency] = start(uid, currency, stored, stated)
        }
        try await loadEntries()
        while let entry = entries.next, entry.uid == uid {
            newestMicroseconds = max(newestMicroseconds, entry.createdAtMicroseconds)
            var walk = walks[entry.currency] ?? start(uid, entry.currency, stored, stated)
            transfers.add(entry)
            walk.take(entry, mayBeUnsealed: !statements.sealingEnded, in: &report)
            walks[entry.currency] = walk
            entries.advance()
            try await loadEntries()
        }
        for currency in walks.keys.sorted() { finish(uid, &walks[currency]!) }
    }

    private func start(
        _ uid: UUID, _ currency: String, _ stored: [String: StoredBalance], _ stated: [String: [Int64]]
    ) -> AccountWalk {
        AccountWalk(
            uid, currency, keys: keys, stored: stored[currency],
            stated: stated[currency] ?? held.map { _ in 0 }, bounds: statements.bounds)
    }

    private mutating func finish(_ uid: UUID, _ walk: inout AccountWalk) {
        report.accounts += 1
        walk.finish(in: &report)
        for (index, stated) in walk.stated.enumerated() where stated.sealed > 0 {
            guard let found = stated.found else { continue }
            tallies[index].add(
                uid, walk.currency, sealed: stated.sealed, amount: found.amount, seal: found.seal)
        }
    }

    private mutating func balances(of uid: UUID) async throws(Pages.Failure) -> [String: StoredBalance] {
        var found: [String: StoredBalance] = [:]
        while let balance = balances.next, balance.uid == uid {
            found[balance.currency] = balance
            balances.advance()
            if balances.needsPage { balances.load(try await pages.nextBalances()) }
        }
        return found
    }

    /// By currency, how far the user was sealed at each of the statements that are held against the ledger.
    private mutating func stated(of uid: UUID) async throws(Pages.Failure) -> [String: [Int64]] {
        var found: [String: [Int64]] = [:]
        while let head = heads.next, head.uid == uid {
            var sealed = found[head.currency] ?? held.map { _ in 0 }
            for (index, statement) in held.enumerated() where head.statement <= statement.number {
                sealed[index] = head.sealed
            }
            found[head.currency] = sealed
            heads.advance()
            if heads.needsPage { heads.load(try await pages.nextHeads()) }
        }
        return found
    }

    private mutating func findUnbookedRewards() async throws(Pages.Failure) {
        while true {
            let page = try await pages.nextUnbookedRewards()
            if page.isEmpty { return }
            for reward in page {
                report.find(
                    .rewardWithoutEntry, "\(reward.uid.lowercaseText) reward \(reward.id.lowercaseText)")
            }
        }
    }

    private mutating func findBrokenReservations() async throws(Pages.Failure) {
        while true {
            let page = try await pages.nextBrokenReservations()
            if page.isEmpty { return }
            for one in page {
                report.find(
                    .reservationUnmatched, "\(one.uid.lowercaseText) reservation \(one.id.lowercaseText)")
            }
        }
    }

    private mutating func holdStatements() {
        let newest = Date(timeIntervalSince1970: Double(newestMicroseconds / 1_000_000)).ISO8601Format()
        let isOlder = report.isGood && statements.isGivenNewer(than: newest)
        for (statement, tally) in zip(held, tallies) {
            guard !statement.fits(tally) else { continue }
            let kind: LedgerFinding.Kind =
                isOlder && statement == statements.given ? .databaseOlder : .statementDiffers
            report.find(kind, difference(statement, tally))
        }
        if statements.isGivenMissing && report.counts[.databaseOlder] == nil, let given = statements.given {
            report.find(.statementGone, "number \(given.number), the given statement, is not in the database")
        }
    }

    /// A statement and the current state.
    private func difference(_ statement: LedgerStatement, _ tally: LedgerTally) -> String {
        var text =
            "number \(statement.number) of \(statement.madeAt): \(statement.accounts) accounts were stated, "
            + "\(tally.accounts) exist; \(statement.entries) entries, \(tally.entries) exist"
        let sums = Dictionary(tally.sums.map { ($0.currency, $0.amount) }) { first, _ in first }
        for sum in statement.sums where sums[sum.currency] != sum.amount {
            text += "; \(sum.amount) \(sum.currency), \(sums[sum.currency] ?? "0") exist"
        }
        return text
    }
}
