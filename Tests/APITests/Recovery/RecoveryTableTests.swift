import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing

/// Every way into an account against everything that ends ways in, as `Recovery.effect(on:)` has it: each
/// cell is played, and what is left of the way in is compared with the table.
struct RecoveryTableTests {
    /// What no caller can arrange is played below the API: `RecoveryRaceTests` of the service.
    private static let inFlight: Set<WayIn> = [.signInInFlight, .changeInFlight]

    @Test(arguments: Recovery.allCases)
    func `what a recovery does to each way in is what the table says`(_ recovery: Recovery) async throws {
        try await RecoveryCast.with { stage in
            var played = Self.inFlight
            for way in WayIn.allCases where !Self.inFlight.contains(way) {
                let cast = try stage.with("\(way)".lowercased())
                try await Cell(cast: cast, recovery: recovery).check(way)
                #expect(played.insert(way).inserted)
            }
            #expect(played == Set(WayIn.allCases), "a cell was not played")
        }
    }

    /// One cell: a way in is opened, the account is recovered, and the way is tried.
    private struct Cell {
        let cast: RecoveryCast
        let recovery: Recovery

        private var here: MailServed { cast.here }
        private var client: TestClient { cast.client }
        private var isErased: Bool { recovery == .erasure }

        func check(_ way: WayIn) async throws {
            let effect = recovery.effect(on: way)
            switch way {
            case .password: try await checkPassword(effect)
            case .sessions: try await checkSessions(effect)
            case .identities: try await checkIdentities(effect)
            case .externalID: try await checkExternalID(effect)
            case .pendingEmail: try await checkPendingEmail(effect)
            case .resetLinks: try await checkResetLinks(effect)
            case .pendingDeletion: try await checkPendingDeletion(effect)
            case .undoLinks: try await checkUndoLinks(effect)
            case .signInInFlight, .changeInFlight: break
            }
        }

        /// Where the recovery is an undo, the mail of the change that it undoes.
        private func prepare() async throws -> TestMail? {
            switch recovery {
            case .undo:
                try cast.link("before").required(200)
                return try await cast.mail(for: "/undo")
            case .reset:
                try cast.askReset()
                return try await cast.mail(for: "/reset")
            case .passwordChange, .signOutEverywhere, .erasure: return nil
            }
        }

        private func recover(by mail: TestMail?, from current: String = TestClient.password) async throws {
            switch recovery {
            case .reset: try cast.reset(by: try #require(mail)).required(200)
            case .undo: #expect(try here.press(try #require(mail)).status == 200)
            case .passwordChange: try cast.changePassword(from: current).required(200)
            case .signOutEverywhere:
                #expect(
                    try client.send("DELETE", "/v1/users/me/sessions", token: cast.owner.token).status == 204)
            case .erasure:
                let key = try await here.server.key(.admin)
                let path = "/v1/admin/users/\(cast.owner.uid)"
                #expect(try client.send("DELETE", path, token: key).status == 204)
            }
        }

        private func checkPassword(_ effect: RecoveryEffect) async throws {
            try await recover(by: try await prepare())
            let former = try here.signIn(cast.email).status
            let new = try here.signIn(cast.email, RecoveryCast.newPassword).status
            switch effect {
            case .replaced: #expect([former, new] == [401, 200])
            case .locked, .ends: #expect([former, new] == [401, 401])
            case .stays: #expect([former, new] == [200, 401])
            default: Issue.record("\(effect) is none of a password's")
            }
        }

        private func checkSessions(_ effect: RecoveryEffect) async throws {
            let other = TestUser(try here.signIn(cast.email).required(200))
            let mail = try await prepare()
            try await recover(by: mail)
            let (own, others) = (try works(cast.owner), try works(other))
            switch effect {
            case .ends: #expect(!own && !others)
            case .endsForOthers: #expect(own && !others)
            default: Issue.record("\(effect) is none of a session's")
            }
        }

        /// Whether access and refresh token of a session are good.
        private func works(_ user: TestUser) throws -> Bool {
            let isAccessGood = try client.get("/v1/users/me", token: user.token).status == 200
            let refresh = try client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(user.refreshToken)])
            if recovery == .passwordChange, user.token == cast.owner.token { return isAccessGood }
            #expect(isAccessGood == (refresh.status == 200))
            return isAccessGood
        }

        private func checkIdentities(_ effect: RecoveryEffect) async throws {
            // One that was there for long is not touched by anything but an erasure.
            try cast.link("old").required(200)
            let linking = try await cast.mail(for: "/undo")
            try cast.age(20)
            switch effect {
            case .youngOnesEnd:
                try await recover(by: try await prepare())
                #expect(try cast.signIn(by: "old").status == 200)
                try await checkYoungIdentity()
            case .restored:
                #expect(try cast.unlink(["password": .string(TestClient.password)]).status == 204)
                let mail = try await cast.mail(for: "/undo", after: linking)
                try cast.link("thief").required(200)
                try await recover(by: mail)
                #expect(try cast.signIn(by: "old").status == 200)
                #expect(try cast.signIn(by: "thief").status == 404)
            case .stays, .ends:
                try await recover(by: nil)
                #expect(try cast.signIn(by: "old").status == (effect == .stays ? 200 : 404))
            default: Issue.record("\(effect) is none of an identity's")
            }
        }

        /// What came a moment ago ends.
        private func checkYoungIdentity() async throws {
            try here.server.database.tamper(
                "user_identities", set: "created_at = now() - interval '71 hours'",
                where: "uid = '\(cast.owner.uid)'")
            try here.server.database.tamper("DELETE FROM recoveries WHERE uid = '\(cast.owner.uid)'")
            let former = try await cast.mail(for: "/reset")
            try cast.askReset()
            let reset = try await cast.mail(for: "/reset", after: former)
            try cast.reset(by: reset, to: "another parrot's name").required(200)
            #expect(try cast.signIn(by: "old").status == 404)
        }

        private func checkExternalID(_ effect: RecoveryEffect) async throws {
            let key = try await here.server.key(.server)
            let path = "/v1/admin/users/\(cast.owner.uid)/external-id"
            try client.send("PUT", path, token: key, ["external_id": .string(cast.name)]).required(200)
            try await recover(by: try await prepare())
            let found = try client.get("/v1/users/external:\(cast.name)/balances", token: key).status
            // Its e-mail was verified before, so that a reset leaves the id as it is: `ImportedOwnerTests`.
            #expect(found == (effect == .ends ? 404 : 200))
        }

        private func checkPendingEmail(_ effect: RecoveryEffect) async throws {
            let mail = try await prepare()
            try cast.askChange().required(202)
            let pending = try await cast.mail(to: cast.other, for: "/verify")
            try await recover(by: mail)
            let confirmed = try client.send(
                "POST", "/v1/email-verifications", ["token": .string(pending.token ?? "")])
            #expect(confirmed.status == 410 && effect == .ends)
        }

        private func checkResetLinks(_ effect: RecoveryEffect) async throws {
            try cast.askReset()
            let before = try await cast.mail(for: "/reset")
            let mail = recovery == .reset ? before : try await prepare()
            try await Task.sleep(for: .milliseconds(2))
            let count = here.mails.received(by: cast.email).count
            try cast.askReset()
            #expect(await eventually { here.mails.received(by: cast.email).count > count })
            let after = try await cast.mail(for: "/reset")
            try await recover(by: mail)
            let (second, first) = (try isResetGood(after), try isResetGood(before))
            switch effect {
            case .stays: #expect(first && second)
            case .ends: #expect(!first && !second)
            case .laterOnesEnd: #expect(first && !second)
            default: Issue.record("\(effect) is none of a link's")
            }
        }

        private func isResetGood(_ mail: TestMail) throws -> Bool {
            try here.get(mail.page ?? "/").status == 200
        }

        private func checkPendingDeletion(_ effect: RecoveryEffect) async throws {
            let mail = try await prepare()
            try await Task.sleep(for: .milliseconds(2))
            expect(try client.leave(cast.owner), 202)
            guard recovery != .erasure else { return #expect(effect == .unaffected) }
            try await recover(by: mail)
            let asked = try here.server.database.psql(
                "SELECT count(*) FROM erasures WHERE uid = '\(cast.owner.uid)'")
            #expect(asked == (effect == .stays ? "1" : "0"))
        }

        private func checkUndoLinks(_ effect: RecoveryEffect) async throws {
            try cast.link("first").required(200)
            let before = try await cast.mail(for: "/undo")
            let count = here.mails.received(by: cast.email).count
            #expect(try cast.unlink(["password": .string(TestClient.password)]).status == 204)
            #expect(await eventually { here.mails.received(by: cast.email).count > count })
            let used = try await cast.mail(for: "/undo")
            expect(try client.leave(cast.owner), 202)
            #expect(await eventually { here.mails.received(by: cast.email).count > count + 1 })
            let after = try await cast.mail(for: "/undo")
            if recovery == .undo {
                #expect(try here.press(used).status == 200)
            } else {
                try await recover(by: recovery == .reset ? try await prepare() : nil)
            }
            let late = try here.press(after).status
            let early = try here.press(before).status
            switch effect {
            case .stays: #expect([early, late] == [200, 200])
            case .ends: #expect([early, late] == [410, 410])
            case .laterOnesEnd: #expect([early, late] == [200, 410])
            default: Issue.record("\(effect) is none of a link's")
            }
        }
    }
}
