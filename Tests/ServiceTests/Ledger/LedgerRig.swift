import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Ledger
@testable import Rewards

extension ServiceRig {
    var keys: LedgerKeys { LedgerKeys(context.ledgerKey!) }
    var maker: StatementMaker { StatementMaker(pool: pool, keys: keys) }

    func state(endsSealing: Bool = false) async throws -> LedgerStatement {
        try #require(
            try await maker.make(ignoresDueTime: true, endsSealing: endsSealing, dueAfterSeconds: 60))
    }

    func verify(
        against statement: LedgerStatement? = nil, keys: LedgerKeys? = nil
    ) async throws -> LedgerReport {
        try await LedgerService(pool: pool, keys: keys ?? self.keys).verify(against: statement) { _ in }
    }

    /// As the process does at its start.
    func introduceKey() async throws {
        #expect(try await LedgerKeyCheck(keys: keys).run(through: pool) == nil)
    }

    func post(_ amount: Int64, _ currency: Currency = .piecesOfEight, to user: User) async throws {
        let account = Account(uid: user.uid, currency: currency)
        let posting = Posting(
            id: UUID(), account: account, kind: amount < 0 ? .redemption : .adjustment, amount: amount,
            reason: "A test")
        _ = try await PostingBatch(context: context, now: now).record([
            PostingRequest(posting, auditActor: "tester", reservedMinutes: amount < 0 ? 60 : nil)
        ])[0].get()
    }

    /// A user with so many friends, each of whom has brought a grant.
    func referrer(friends: Int) async throws -> User {
        let user = try await signUp()
        for _ in 0..<friends {
            let friend = try await signUp(referredBy: user)
            #expect(try await record([level(friend, 5)])[0].get().rewards.map(\.status) == [.paid])
        }
        return user
    }

    func bookMore(to user: User) async throws -> LedgerStatement {
        try await post(40, to: user)
        return try await state()
    }

    /// What `Benchmarks/faults/tampering.sql` is about: Anne has ten entries and two in gold, Ben four; it
    /// was stated twice, and sealing has ended.
    func tellStory() async throws -> (anne: User, ben: User, statement: LedgerStatement) {
        try await introduceKey()
        let ben = try await referrer(friends: 3)
        let anne = try await referrer(friends: 8)
        _ = try await state()
        try await post(100, to: anne)
        try await post(-30, to: anne)
        try await post(20, to: ben)
        for amount: Int64 in [5, 7] { try await post(amount, Currency("gold")!, to: anne) }
        return (anne, ben, try await state(endsSealing: true))
    }
}
