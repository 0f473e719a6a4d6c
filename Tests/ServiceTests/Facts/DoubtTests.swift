import Crypto
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Rewards
@testable import Service

/// The connection dies after PostgreSQL committed and before it could say so: the batch is sent again by
/// itself, the caller is told of success, and all is there once.
@Suite struct DoubtTests {
    @Test func `events`() async throws {
        try await inDoubt { rig, proxy in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne)
            proxy.loseReply(to: "COMMIT")
            let replies = try await rig.record([rig.level(ben, 6), rig.level(ben, 2)])
            #expect(proxy.losses == 1)
            #expect(try replies.map { try $0.get().rewards.count } == [1, 0])
            #expect(try rig.balance(anne) == "50")
            #expect(try rig.database.psql("SELECT count(*) FROM events") == "2")
        }
    }

    @Test func `links`() async throws {
        try await inDoubt { rig, proxy in
            let ben = try await rig.signUp(referredBy: try await rig.signUp())
            let link = rig.link(ben, "ben@example.com")
            proxy.loseReply(to: "COMMIT")
            let reply = try await CredentialBatch(context: rig.context, now: rig.now).record([link]).get()[0]
                .get()
            #expect(proxy.losses == 1)
            #expect(reply.rewards.count == 1 && reply.user.email?.description == "ben@example.com")
            #expect(try rig.balance(ben) == "50")
            #expect(try rig.database.psql("SELECT count(*) FROM credentials") == "1")
        }
    }

    @Test func `referrers`() async throws {
        try await inDoubt { rig, proxy in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try await rig.record([rig.level(ben, 5)])
            proxy.loseReply(to: "COMMIT")
            let choice = ReferrerChoice(uid: ben.uid, evidence: .named(.user(anne.uid)), eventID: UUID())
            let batch = ReferrerBatch(context: rig.context, now: rig.now)
            #expect(try await batch.record([choice]).get()[0].get().referredBy == anne.uid)
            #expect(proxy.losses == 1)
            #expect(try rig.balance(anne) == "50")
        }
    }

    @Test(arguments: [false, true])
    func `sign-ups`(hasKey: Bool) async throws {
        try await inDoubt { rig, proxy in
            let hash = hasKey ? [UInt8](repeating: 1, count: 32) : nil
            let signUp = SignUp(referrer: nil, matchConfidence: nil, keyHash: hash)
            proxy.loseReply(to: "InsertUsers")
            let reply = try await SignUpBatch(context: rig.context, now: rig.now).record([signUp])[0].get()
            #expect(proxy.losses == 1)
            let users = try rig.database.psql("SELECT uid FROM users")
            #expect(users == reply.user.uid.description)
            // The session that the caller holds is one that was kept.
            let sid = RefreshToken(reply.session.refreshToken)?.sid.lowercaseText ?? ""
            let sessions = "SELECT count(*) FROM sessions WHERE sid = '\(sid)'"
            #expect(try rig.database.psql(sessions) == "1")
        }
    }

    @Test func `postings`() async throws {
        try await inDoubt { rig, proxy in
            let ben = try await rig.signUp()
            let posting = Posting(
                id: UUID(), account: Account(uid: ben.uid, currency: .piecesOfEight), kind: .adjustment,
                amount: 7, reason: "why")
            let request = PostingRequest(posting, auditActor: "tester")
            proxy.loseReply(to: "COMMIT")
            let reply = try await PostingBatch(context: rig.context, now: rig.now).record([request])[0].get()
            #expect(proxy.losses == 1)
            #expect(reply.entry.balanceAfter == 7)
            #expect(try rig.balance(ben) == "7")
            #expect(try rig.database.psql("SELECT count(*) FROM audit_entries") == "1")
        }
    }

    private func inDoubt(
        _ body: @escaping @Sendable (ServiceRig, LossyProxy) async throws -> Void
    ) async throws {
        let proxy = try LossyProxy(to: .shared())
        defer { proxy.stop() }
        try await ServiceRig.with(through: proxy.folder) { rig, _ in
            try await body(rig, proxy)
            #expect(try rig.mistakes() == "0")
        }
    }
}
