import FoundationEssentials
import Store
import TestSupport
import Testing

@testable import Batching
@testable import Postgres
@testable import Rewards

/// When a transaction in which rules decide runs again, and what it does differently then.
@Suite final class DecidingTests {
    private var optimism = Optimism(trustsNovelty: true, leavesAccountsUnlocked: true)

    @Test func `an assumption that failed is given up, and no other`() {
        let former = giveUps(after: [error("SM001", "")])
        #expect(former == [true] && !optimism.trustsProgramme)
        #expect(optimism.trustsMemory && optimism.leavesAccountsUnlocked)
        for constraint in InsertLedgerEntries.constraints {
            optimism = Optimism(trustsNovelty: true, leavesAccountsUnlocked: true)
            #expect(giveUps(after: [error("23505", constraint)]) == [true])
            #expect(!optimism.leavesAccountsUnlocked && optimism.trustsMemory && optimism.trustsProgramme)
        }
    }

    @Test func `an event that was there already has the next attempt look first`() {
        let refused = error("23505", InsertEvents.constraint)
        #expect(giveUps(after: [refused, refused]) == [true, false])
        #expect(!optimism.trustsNovelty && optimism.trustsMemory && optimism.trustsProgramme)
    }

    @Test func `rewards that were read and are refused all the same are no reason to try again`() {
        let refused = error("23505", InsertRewards.constraint)
        #expect(giveUps(after: [refused, refused, error("23514", "")]) == [true, false, false])
        #expect(!optimism.trustsMemory && optimism.trustsProgramme && optimism.leavesAccountsUnlocked)
    }

    @Test func `a guess that failed is followed by an attempt that knows, three at most`() async throws {
        try await ServiceRig.with { rig, _ in
            for (hindrance, attemptsMax) in [
                (Hindrance.budgetShort, 3), (.accountFull, 3), (.payeeLocked, 1),
            ] {
                var attempts = 0
                let abandoned = try await rig.context.deciding(at: rig.now, .normal) {
                    _ throws(PostgresError) -> Attempt<Int> in
                    attempts += 1
                    return .abandoned(hindrance)
                }
                #expect(throws: hindrance) { try abandoned.get() }
                #expect(attempts == attemptsMax)
            }
            var attempts = 0
            let finished = try await rig.context.deciding(at: rig.now, .normal) {
                _ throws(PostgresError) -> Attempt<Int> in
                attempts += 1
                return attempts == 6 ? .finished(attempts) : .abandoned(.rewardTakenBack)
            }
            #expect(try finished.get() == 6)
        }
    }

    private func giveUps(after errors: [PostgresError]) -> [Bool] {
        errors.map { optimism.giveUp(after: $0) }
    }

    private func error(_ sqlState: String, _ constraint: String) -> PostgresError {
        .server(
            ServerError(
                sqlState: sqlState, message: "", detail: nil, constraint: constraint, table: nil,
                statement: "test"))
    }
}
