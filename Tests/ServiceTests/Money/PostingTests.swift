import Accounts
import Batching
import EventLoops
import FoundationEssentials
import Referrals
import TestSupport
import Testing

@testable import Rewards
@testable import Service

/// Redemptions and adjustments: each once, never below nothing.
@Suite struct PostingTests {
    @Test func `a redemption takes what is there, and a repeat takes nothing more`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            try await rig.post(100, to: ben)
            let id = UUID()
            let first = try await rig.post(-30, id: id, to: ben)
            #expect(first.entry.balanceAfter == 70 && !first.isReplayed)
            let again = try await rig.post(-30, id: id, to: ben)
            #expect(again.entry == first.entry && again.isReplayed)
            #expect(try await rig.balance(ben) == [70])
        }
    }

    @Test func `an id is not taken twice for different things`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            let id = UUID()
            try await rig.post(100, id: id, to: ben)
            await #expect(throws: PostingError.postingIDReused) { try await rig.post(90, id: id, to: ben) }
            #expect(try await rig.balance(ben) == [100])
        }
    }

    @Test
    func `too little is refused with the balance, of many at once as many succeed as there is money for`()
        async throws
    {
        try await ServicesRig.with { rig, loop in
            let ben = try await rig.signUp().user
            try await rig.post(100, to: ben)
            await #expect(throws: PostingError.insufficientBalance(balance: 100)) {
                try await rig.post(-101, to: ben)
            }
            let taken = await together(20, on: loop) { _ in try? await rig.post(-30, to: ben) }.compactMap(
                \.self)
            #expect(taken.count == 3)
            #expect(try await rig.balance(ben) == [10])
        }
    }

    @Test func `a balance never leaves 64 bits`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            try await rig.post(.max, to: ben)
            await #expect(throws: PostingError.balanceTooLarge) { try await rig.post(1, to: ben) }
            #expect(try await rig.balance(ben) == [.max])
        }
    }

    @Test func `a grant that leaves 64 bits is denied for good, and its event holds`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            let ben = try await rig.signUp(referredBy: anne).user
            try await rig.post(.max, to: anne)
            let reply = try await rig.reach(5, ben)
            #expect(reply.rewards.isEmpty && reply.recorded.user.highestLevel == 5)
            #expect(reply.recorded.decisions.last?.reason == "balance_full")
            try await rig.post(-60, to: anne)
            #expect(try await rig.reach(6, ben).recorded.decisions.last?.reason == "decided_earlier")
            #expect(try await rig.balance(anne) == [.max - 60])
            // It is found out anew each time: there is room now.
            let carl = try await rig.signUp(referredBy: anne).user
            #expect(try await rig.reach(5, carl).rewards.map(\.amount) == [50])
        }
    }

    @Test func `who isn't there has no account`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            _ = try rig.database.psql("DELETE FROM users WHERE uid = '\(anne.uid)'")
            await #expect(throws: PostingError.userNotFound) { try await rig.post(1, to: anne) }
        }
    }

    @Test func `the ledger is read page by page, newest first, over all currencies`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.signUp().user
            try rig.database.psql("INSERT INTO currencies VALUES ('gold', 'Gold', 'active')")
            for number in 1...5 {
                try await rig.post(Int64(number), to: ben)
                try await rig.post(Int64(10 * number), in: Currency("gold")!, to: ben)
            }
            var amounts: [Int64] = []
            var cursor: LedgerCursor?
            repeat {
                let page = try await rig.services.money.ledger(of: ben.uid, after: cursor, limit: 3)
                amounts += page.items.map(\.amount)
                cursor = page.next
            } while cursor != nil
            #expect(amounts.sorted() == [1, 2, 3, 4, 5, 10, 20, 30, 40, 50])
            #expect(amounts.filter { $0 < 10 } == [5, 4, 3, 2, 1])
        }
    }
}

extension ServicesRig {
    /// An adjustment above nothing, a redemption below.
    @discardableResult
    fileprivate func post(
        _ amount: Int64, in currency: Currency = .piecesOfEight, id: UUID = UUID(), to user: User
    ) async throws -> PostingReply {
        let posting = Posting(
            id: id, account: Account(uid: user.uid, currency: currency),
            kind: amount > 0 ? .adjustment : .redemption, amount: amount, reason: "why")
        return try await services.money.post(PostingRequest(posting, auditActor: amount > 0 ? "tester" : nil))
    }
}
