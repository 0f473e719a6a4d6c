import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Rewards

/// A batch whose commit was in doubt is sent again with the same ids: whether the first held or not, it is
/// there once.
@Suite struct RepeatTests {
    @Test func `links`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let (ben, carl) = (
                try await rig.signUp(referredBy: anne), try await rig.signUp(referredBy: anne)
            )
            let links = [rig.link(ben, "ben@example.com"), rig.link(carl, "carl@example.com")]
            let batch = CredentialBatch(context: rig.context, now: rig.now)
            let before = try [ben, carl].map { user in
                try rig.database.psql("SELECT sid FROM sessions WHERE uid = '\(user.uid)'")
            }
            let first = try await batch.record(links).get().map { try $0.get() }
            #expect(first.map { $0.endedSessions.map(\.lowercaseText) } == before.map { [$0] })
            let second = try await batch.record(links).get().map { try $0.get() }
            #expect(first.map(\.rewards.count) == [1, 1])
            #expect(second.map(\.rewards) == first.map(\.rewards))
            #expect(second.map(\.session) == first.map(\.session))
            #expect(second.map(\.user.email) == first.map(\.user.email))
            #expect(second.map(\.user.signedUpAt) == first.map(\.user.signedUpAt))
            #expect(try rig.balance(ben) == "50")
            let sessions = "SELECT count(*) FROM sessions WHERE uid IN ('\(ben.uid)', '\(carl.uid)')"
            #expect(try rig.database.psql(sessions) == "2")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `links that can't be are refused each for its own reason, the others hold`() async throws {
        try await ServiceRig.with { rig, _ in
            var users: [User] = []
            for _ in 0..<4 { users.append(try await rig.signUp()) }
            let stranger = User(
                uid: UserID(UUID()), referralCode: users[0].referralCode, createdAt: rig.now)
            let outcomes = try await CredentialBatch(context: rig.context, now: rig.now).record([
                rig.link(users[0], "one@example.com"), rig.link(users[1], "one@example.com"),
                rig.link(users[0], "two@example.com"), rig.link(stranger, "three@example.com"),
                rig.link(users[2], "four@example.com"),
            ]).get()
            let failures = outcomes.map { outcome -> AccountError? in
                if case .failure(let error) = outcome { error } else { nil }
            }
            #expect(failures == [nil, .emailAlreadyInUse, .credentialAlreadyLinked, .userNotFound, nil])
            let emails = "SELECT string_agg(email, ' ' ORDER BY email) FROM credentials"
            #expect(try rig.database.psql(emails) == "four@example.com one@example.com")
        }
    }

    @Test func `referrers`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try await rig.record([rig.level(ben, 5)])
            let choice = ReferrerChoice(
                uid: ben.uid, evidence: .named(.code(anne.referralCode)), eventID: UUID())
            let batch = ReferrerBatch(context: rig.context, now: rig.now)
            let first = try await batch.record([choice]).get().map { try $0.get() }
            let second = try await batch.record([choice]).get().map { try $0.get() }
            #expect(first == second && first[0].referredBy == anne.uid)
            #expect(try rig.balance(anne) == "50")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `sign-ups with a key`() async throws {
        try await ServiceRig.with { rig, _ in
            let signUps = (0..<3).map { place in
                SignUp(
                    referrer: nil, matchConfidence: nil,
                    keyHash: [UInt8](repeating: UInt8(place % 2), count: 32))
            }
            let batch = SignUpBatch(context: rig.context, now: rig.now)
            let first = try await batch.record(signUps).map { try $0.get() }
            let second = try await batch.record(signUps).map { try $0.get() }
            #expect(first[0].user.uid == first[2].user.uid && first[0].user.uid != first[1].user.uid)
            #expect(first.map(\.user.uid) == second.map(\.user.uid))
            #expect(Set((first + second).map(\.session.refreshToken)).count == 6)
            #expect(try rig.database.psql("SELECT count(*) FROM users") == "2")
        }
    }

    @Test func `postings`() async throws {
        try await ServiceRig.with { rig, _ in
            let ben = try await rig.signUp()
            let account = Account(uid: ben.uid, currency: .piecesOfEight)
            func request(_ amount: Int64, _ reason: String = "why") -> PostingRequest {
                PostingRequest(
                    Posting(
                        id: UUID(), account: account, kind: amount < 0 ? .redemption : .adjustment,
                        amount: amount, reason: reason),
                    auditActor: amount < 0 ? nil : "tester")
            }
            let requests = [request(-1), request(100), request(-60), request(-60), request(-40)]
            let batch = PostingBatch(context: rig.context, now: rig.now)
            let first = try await batch.record(requests)
            #expect(first[0] == .failure(.insufficientBalance(balance: 0)))
            #expect(first[3] == .failure(.insufficientBalance(balance: 40)))
            #expect(try first[4].get().entry.balanceAfter == 0)
            let second = try await batch.record(requests)
            for place in [1, 2, 4] {
                #expect(try second[place].get().entry == first[place].get().entry)
                #expect(try second[place].get().isReplayed)
            }
            // One may come several times in one batch, booked before or not.
            let new = request(7)
            let third = try await batch.record([requests[1], new, requests[1], new, requests[1]])
            #expect(try third.map { try $0.get().isReplayed } == [true, false, true, true, true])
            let back = try await batch.record([request(-7)])
            #expect(try back[0].get().entry.sequence == 5)
            #expect(try rig.database.psql("SELECT count(*) FROM ledger_entries") == "5")
            #expect(try rig.database.psql("SELECT count(*) FROM audit_entries") == "2")
            #expect(try rig.balance(ben) == "0")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `an account made by two at once has both their entries`() async throws {
        try await ServiceRig.with { rig, loop in
            for _ in 0..<10 {
                let anne = try await rig.signUp()
                let ben = try await rig.signUp(referredBy: anne)
                let account = Account(uid: anne.uid, currency: .piecesOfEight)
                let done = Counter()
                for amount in [1, 2, 3] as [Int64] {
                    let posting = Posting(
                        id: UUID(), account: account, kind: .adjustment, amount: amount, reason: "why")
                    Task.immediate {
                        _ = loop
                        let batch = PostingBatch(context: rig.context, now: rig.now)
                        done.succeeded += (try? await batch.record([PostingRequest(posting)])) == nil ? 0 : 1
                        done.count += 1
                    }
                }
                let event = rig.level(ben, 5)
                Task.immediate {
                    _ = loop
                    done.succeeded += (try? await rig.record([event])) == nil ? 0 : 1
                    done.count += 1
                }
                #expect(await eventually { done.count == 4 })
                #expect(done.succeeded == 4)
                #expect(try rig.balance(anne) == "56")
            }
            #expect(try rig.mistakes() == "0")
        }
    }

    private final class Counter {
        var count = 0
        var succeeded = 0
    }
}
