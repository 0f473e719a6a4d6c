import Batching
import Crypto
import EventLoops
import Ledger
import Reporting
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Service

/// How sessions of the console end.
@Suite struct ConsoleSessionTests {
    @Test func `a user ends own sessions alone`() async throws {
        try await ServicesRig.with { rig, _ in
            let (ben, anne) = (
                try await rig.operatorWhoAccepted(), try await rig.operatorWhoAccepted(ServicesRig.anne)
            )
            let first = try #require(try await rig.console.user(of: ben.token))
            let user = try #require(try await rig.console.user(of: try await rig.signIn(ben)))
            let sessions = try await rig.console.sessions(of: user)
            #expect(sessions.map(\.id) == [user.session, first.session])
            let other = try #require(try await rig.console.user(of: anne.token))
            try await rig.console.end(other.session, of: user)
            #expect(try await rig.console.user(of: anne.token) == other)
            try await rig.console.end(first.session, of: user)
            try await rig.console.end(first.session, of: user)
            #expect(try await rig.console.user(of: ben.token) == nil)
            #expect(try await rig.console.sessions(of: user).map(\.id) == [user.session])
            let ends = try rig.database.psql(
                "SELECT actor, detail FROM audit_entries WHERE action = 'operators.sign_out'")
            #expect(ends == "\(user.actor)|session \(first.session.lowercaseText)")
            var filter = AuditFilter()
            filter.actor = "ben@example.com"
            let acts = try await rig.services.audit.acts(filter, after: nil, limit: 9).items
            let expected = ["operators.sign_out", "operators.sign_in", "operators.accept"]
            #expect(acts.map(\.action) == expected)
        }
    }

    @Test func `a removal, a reset and another role count at once on each server`() async throws {
        try await TestDatabase.withSchema { database in
            try await ServicesRig.with(on: database) { rig, _ in
                let (ben, anne) = (
                    try await rig.operatorWhoAccepted(), try await rig.operatorWhoAccepted(ServicesRig.anne)
                )
                try await ServicesRig.with(on: database) { other, _ in
                    #expect(try await other.console.user(of: ben.token)?.role == .support)
                    try await other.asOwner { operators in
                        try await operators.setRole(of: ServicesRig.ben, to: .admin, actor: "Anne").get()
                        try await operators.remove(ServicesRig.anne, actor: "Anne").get()
                    }
                    #expect(try await other.console.user(of: ben.token)?.role == .admin)
                    #expect(try await other.console.user(of: anne.token) == nil)
                    try await other.signIn(ben, code: ben.recoveryCodes[0])
                    _ = try await other.asOwner {
                        try await $0.reset(ServicesRig.ben, actor: "Anne").get()
                    }
                    #expect(try await other.console.user(of: ben.token) == nil)
                    #expect(await other.refusal(ben) == .wrong)
                    #expect(await other.refusal(anne) == .wrong)
                    #expect(try await other.console.operators().map(\.hasAccepted) == [false])
                }
                #expect(try await rig.console.user(of: anne.token) == nil)
            }
        }
    }

    @Test func `a key's sessions end with the key`() async throws {
        let keys = LedgerKeys(LedgerKey())
        try await ServicesRig.with(causes: CauseGuard(keys: keys)) { rig, _ in
            func signIn(_ key: APIKey) async throws -> String {
                try await rig.console.signIn(apiKey: key.text, from: ServicesRig.home, userAgent: "")
            }
            let (revoked, forged, expired) = (
                try await rig.key(.admin, keys), try await rig.key(.admin, keys),
                try await rig.key(.read, keys)
            )
            let tokens = [try await signIn(revoked), try await signIn(forged), try await signIn(expired)]
            for token in tokens { #expect(try await rig.console.user(of: token) != nil) }
            _ = try await rig.database.withPool(asOwner: true, connections: 1) { pool, _ in
                try await KeyService(pool: pool).revoke(revoked.id, actor: "Anne")
            }
            try rig.database.psql(
                "UPDATE api_keys SET scope = 'read' WHERE id = '\(forged.id)';"
                    + "UPDATE api_keys SET expires_at = now() WHERE id = '\(expired.id)'")
            for token in tokens { #expect(try await rig.console.user(of: token) == nil) }
        }
    }

    @Test func `a session ends after eight hours, an invitation after a day`() async throws {
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            try await ServicesRig.with(on: database) { rig, loop in
                let ben = try await rig.operatorWhoAccepted()
                let invitation = try await rig.invite(ServicesRig.anne)
                let start = rig.services.clock.now
                func waitForHours(_ hours: Int64) async throws {
                    try database.moveClock(by: "\(hours) hours")
                    #expect(
                        await eventually {
                            start.adding(seconds: hours * 3_600 - 60) < rig.services.clock.now
                        })
                }
                try await waitForHours(7)
                let user = try #require(try await rig.console.user(of: ben.token))
                #expect(
                    try await rig.console.sessions(of: user).first?.seenAt ?? start > start, "to the minute")
                try await waitForHours(9)
                #expect(try await rig.console.user(of: ben.token) == nil)
                _ = try await rig.console.invitation(invitation, from: ServicesRig.home)
                try await waitForHours(25)
                await #expect(throws: ConsoleError.invitationGone) {
                    try await rig.console.invitation(invitation, from: ServicesRig.home)
                }
            }
        }
    }

    @Test func `a row that was changed in the database is refused`() async throws {
        try await ServicesRig.with { rig, _ in
            let ben = try await rig.operatorWhoAccepted(ServicesRig.ben, .viewer)
            let anne = try await rig.operatorWhoAccepted(ServicesRig.anne, .admin)
            let id = "(SELECT id FROM operators WHERE email = 'anne@example.com')"
            try rig.database.psql("UPDATE console_sessions SET operator = \(id)")
            #expect(try await rig.console.user(of: ben.token) == nil)
            #expect(try await rig.console.user(of: anne.token) != nil)
            try rig.database.psql("UPDATE console_sessions SET expires_at = expires_at + interval '1 hour'")
            #expect(try await rig.console.user(of: anne.token) == nil)
            let token = try await rig.signIn(ben)
            try rig.database.psql("UPDATE operators SET role = 'admin'")
            #expect(try await rig.console.user(of: token) == nil)
            #expect(await rig.refusal(ben, code: ben.recoveryCodes[0]) == .wrong)
        }
    }

    @Test func `ended sessions and old invitations are kept for a day`() async throws {
        try await ServicesRig.with { rig, loop in
            let ben = try await rig.operatorWhoAccepted()
            let kept =
                "SELECT (SELECT count(*) FROM console_sessions), (SELECT count(*) FROM operator_invitations)"
            let house = Housekeeping(
                pool: rig.services.context.pool, clock: rig.services.clock, log: { _ in })
            let user = try #require(try await rig.console.user(of: ben.token))
            try await rig.console.end(user.session, of: user)
            try await house.round(on: loop)
            #expect(try rig.database.psql(kept) == "1|1")
            try rig.database.psql(
                "UPDATE console_sessions SET ended_at = now() - interval '25 hours';"
                    + "UPDATE operator_invitations SET expires_at = now() - interval '25 hours'")
            try await house.round(on: loop)
            #expect(try rig.database.psql(kept) == "0|0")
        }
    }
}
