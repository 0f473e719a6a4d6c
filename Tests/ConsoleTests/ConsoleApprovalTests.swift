import Accounts
import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing

/// With `SHIPMATE_FOUR_EYES`, changes wait for a second operator.
struct ConsoleApprovalTests {
    private struct Desk {
        let client: ConsoleClient
        let token: String

        func post(_ path: String, _ fields: [String: String] = [:]) throws -> RawHTTPClient.Reply {
            try client.submit(
                path, fields.merging(["form_token": token, "confirmed": "yes"]) { own, _ in own })
        }
    }

    private func desk(_ server: TestServer, _ name: String, as role: OperatorRole = .manager) async throws
        -> Desk
    {
        let client = try await ConsoleOperatorTests.accepted(server, name, as: role).client
        return Desk(client: client, token: try client.formToken())
    }

    private func withFourEyes(_ body: (TestServer) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.approvals = [.rules, .adjustments]
        try await TestServer.with(options, body)
    }

    @Test func `an adjustment is booked once another operator approves it`() async throws {
        try await withFourEyes { server in
            let player = try server.client.signUp()
            let (anne, ben) = (try await desk(server, "anne"), try await desk(server, "ben"))
            let form = [
                "id": newID(), "currency": "pieces_of_eight", "amount": "25", "reason": "a lost parcel",
            ]
            let page = "/admin/players/\(player.uid)/adjust"
            let summary = try anne.client.submit(page, form.merging(["form_token": anne.token]) { $1 })
            #expect(summary.text.contains("A second operator must approve it"))
            let change = try #require(try anne.post(page, form)["location"])
            #expect(change.hasPrefix("/admin/changes/"))
            // The form again is the same proposal; other content under its id is none.
            #expect(try anne.post(page, form)["location"] == change)
            #expect(try anne.post(page, form.merging(["amount": "99"]) { $1 }).status == 422)
            #expect(try server.client.balance(token: player.token) == 0)
            #expect(try ben.client.get("/admin").text.contains("wait for a second operator: 1"))
            #expect(try ben.client.get("/admin/changes").text.contains("anne@example.com"))
            let own = try anne.post("\(change)/approve")
            #expect(own.status == 422 && own.text.contains("another operator must approve"))
            #expect(try ben.post("\(change)/withdraw").status == 422)
            let key = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let token = try key.formToken()
            let byKey = try key.submit("\(change)/approve", ["form_token": token, "confirmed": "yes"])
            #expect(byKey.status == 403)
            let refusal = ["form_token": token, "confirmed": "yes", "reason": "x"]
            #expect(try key.submit("\(change)/refuse", refusal).status == 403)
            let seen = try ben.client.get(change).text
            #expect(seen.contains("a lost parcel") && seen.contains("Approve"))
            #expect(try ben.post("\(change)/approve")["location"] == change)
            #expect(try server.client.balance(token: player.token) == 25)
            let late = try ben.post("\(change)/approve")
            #expect(late.status == 422 && late.text.contains("decided already"))
            #expect(try server.client.balance(token: player.token) == 25)
            #expect(try anne.client.get(change).text.contains("ben@example.com"))
            let acts = try server.database.psql(
                """
                SELECT action || ' ' || split_part(actor, ' ', 2) FROM audit_entries
                WHERE uid = '\(player.uid)' ORDER BY id
                """)
            #expect(acts == "change.propose anne@example.com\nledger.adjustment ben@example.com")
        }
    }

    @Test func `a rule by the API waits, and the approver sees what its terms would have paid`() async throws
    {
        try await withFourEyes { server in
            let (admin, referrer) = (try await server.key(.admin), try server.client.signUp())
            let friend = try server.client.signUp(referredBy: referrer.code)
            try server.client.reachLevel(5, token: friend.token, id: newID()).required(200)
            let terms: JSONValue = [
                "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 60]],
            ]
            let put = try server.client.send(
                "PUT", "/v1/admin/rules/level-5", token: admin, headers: ["If-Match": "*"], terms)
            #expect(put.status == 202)
            let id = try #require(put.json["pending_change"]?["id"]?.string)
            let again = try server.client.send(
                "PUT", "/v1/admin/rules/level-5", token: admin, headers: ["If-Match": "*"], terms)
            let other = try #require(again.json["pending_change"]?["id"]?.string)
            let ben = try await desk(server, "ben")
            let page = try ben.client.get("/admin/changes/\(id)").text
            #expect(page.contains("No trial of these terms") && page.contains("60"))
            let trial = try #require(try ben.post("/admin/changes/\(id)/try")["location"])
            let done = try await eventually {
                try ben.client.get(trial).text.contains("Back to the change")
            }
            #expect(done)
            #expect(try ben.post("/admin/changes/\(id)/approve").status == 303)
            let rule = try server.client.send("GET", "/v1/admin/rules/level-5", token: admin).json["rule"]
            #expect(rule?["pay"]?[0]?["amount"] == 60 && rule?["version"] == 2)
            let pending = try server.client.send("GET", "/v1/admin/pending-changes/\(id)", token: admin)
            #expect(pending.json["pending_change"]?["state"] == "approved")
            // The second one was made from the version before.
            let stale = try ben.post("/admin/changes/\(other)/approve")
            #expect(stale.status == 422)
            let refused = try ben.post("/admin/changes/\(other)/refuse", ["reason": "once is enough"])
            #expect(refused.status == 303)
            #expect(try ben.client.get("/admin/changes").text.contains("No change waits"))
            let state = try server.client.send("POST", "/v1/admin/rules/level-5/pause", token: admin, [:])
            #expect(state.status == 202)
            // Proposed while it was active: not after others have paused it.
            let pause = try #require(state.json["pending_change"]?["id"]?.string)
            try server.database.psql("UPDATE rules SET state = 'paused' WHERE name = 'level-5'")
            #expect(try ben.post("/admin/changes/\(pause)/approve").status == 422)
            try server.database.psql("UPDATE rules SET state = 'active' WHERE name = 'level-5'")
            let active = try server.client.send("GET", "/v1/admin/rules/level-5", token: admin).json["rule"]
            #expect(active?["state"] == "active")
        }
    }

    @Test func `what was withdrawn is never made`() async throws {
        try await withFourEyes { server in
            let (anne, ben) = (try await desk(server, "anne"), try await desk(server, "ben"))
            let admin = try await server.key(.admin)
            let state = try anne.post(
                "/admin/rules/level-5/state", ["state": "paused", "before": "active", "version": "1"])
            let change = try #require(state["location"])
            #expect(try anne.post("\(change)/withdraw").status == 303)
            #expect(try ben.post("\(change)/approve").status == 422)
            let rule = try server.client.send("GET", "/v1/admin/rules/level-5", token: admin).json["rule"]
            #expect(rule?["state"] == "active")
        }
    }

    @Test func `a role's limit of actions a day is held by the database`() async throws {
        try await TestServer.with { server in
            let support = try await desk(server, "anne", as: .support)
            let player = try server.client.signUp()
            try server.database.psql("UPDATE role_limits SET actions_per_day = 2 WHERE role = 'support'")
            func moderate(_ status: String, _ before: String) throws -> RawHTTPClient.Reply {
                try support.post(
                    "/admin/players/\(player.uid)/moderate",
                    ["moderation": status, "before": before, "reason": "x"])
            }
            #expect(try moderate("watched", "good").status == 303)
            #expect(try moderate("good", "watched").status == 303)
            #expect(try support.client.get("/admin/account").text.contains("2 of 2"))
            let refused = try moderate("blocked", "good")
            #expect(refused.status == 422 && refused.text.contains("limit of actions on players"))
            let status = "SELECT count(*) FROM user_standings WHERE uid = '\(player.uid)'"
            #expect(try server.database.psql(status) == "0")
            // Neither yesterday nor another operator counts.
            try server.database.psql("UPDATE operator_days SET day = day - 1")
            #expect(try moderate("blocked", "good").status == 303)
        }
    }
}
