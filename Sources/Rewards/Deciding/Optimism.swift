internal import Postgres
internal import Store

/// Assumptions that an attempt makes because they usually hold and are expensive to check. Once one has
/// failed, the attempts that follow check it.
struct Optimism {
    /// Events are new. Where one isn't, the events' constraint refuses the batch.
    private(set) var trustsNovelty: Bool
    /// Users remember all that was decided for good about them. Where they do not, the rewards' constraint
    /// refuses to pay again.
    private(set) var trustsMemory = true
    /// The programme is the one that this process knows. Otherwise it is read, and kept from changing.
    private(set) var trustsProgramme = true
    /// No other transaction books on the same accounts meanwhile.
    private(set) var leavesAccountsUnlocked: Bool

    init(trustsNovelty: Bool, leavesAccountsUnlocked: Bool) {
        self.trustsNovelty = trustsNovelty
        self.leavesAccountsUnlocked = leavesAccountsUnlocked
    }

    /// Gives up the assumption that has failed.
    ///
    /// - Returns: whether one had; another attempt may then succeed.
    mutating func giveUp(after error: PostgresError) -> Bool {
        if error.isOfFormerProgramme {
            trustsProgramme = false
        } else if InsertLedgerEntries.isRace(error) {
            leavesAccountsUnlocked = false
        } else if trustsNovelty, error.isUniqueViolation(InsertEvents.constraint) {
            trustsNovelty = false
        } else if trustsMemory, error.isUniqueViolation(InsertRewards.constraint) {
            trustsMemory = false
        } else {
            return false
        }
        return true
    }
}
