import EventLoops
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Ledger
@testable import Rewards

@Suite struct MergeKeeperTests {
    @Test(arguments: [false, true])
    func `what comes in late for a merged player goes to the account, also when both were erased`(
        isErased: Bool
    ) async throws {
        try await ServiceRig.with { rig, loop in
            rig.context.causes.enforce()
            let (account, player, other) = (
                try await rig.account("anne"), try await rig.signUp(), try await rig.signUp()
            )
            try await rig.post(7, to: other)
            try await rig.merge(player, into: account)
            if isErased {
                for user in [player, account] { try await rig.erase(user, by: rig.eraser(on: loop)) }
            }
            try await rig.pool.transaction { transaction throws(PostgresError) in
                var writes = DecidedWrites()
                let accounts = [other, player].map { Account(uid: $0.uid, currency: .piecesOfEight) }
                writes.transfer(accounts[0], to: accounts[1], as: rig.context.makeID(), at: rig.now)
                try await writes.commit(
                    transaction, after: [], in: rig.context, locks: true)
            }
            #expect(try rig.balance(player) == "7")
            try rig.database.tamper("merges", set: "due_at = now() - interval '1 s'")
            try await MergeKeeper(rig.context).round(on: loop)
            #expect(try rig.balance(player) == "0")
            #expect(try rig.balance(account) == "7")
        }
    }
}
