import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// `/v1/admin/programme`: whose word counts.
struct ProgrammeTests {
    @Test func `a new installation does what the service did before`() async throws {
        try await TrustCast.with { cast in
            let reply = try cast.client.get(TrustCast.path, token: cast.admin).required(200)
            #expect(reply[header: "etag"] == "\"1\"")
            let off: [String: JSONValue] = [
                "same_device": .null, "same_network": .null, "burst": .null, "too_fast": .null,
                "same_mailbox": .null, "disposable_mail": .null, "ring": .null,
            ]
            let programme = reply.json["programme"]
            #expect(
                programme?["referrals"] == [
                    "claim_unique": "pay", "claim_default": "hold", "claim_weak": "deny", "code": "pay",
                    "unproven": "pay",
                ])
            #expect(programme?["user_events"] == "pay" && programme?["version"] == 1)
            for (name, value) in off { #expect(programme?["checks"]?[name] == value) }
        }
    }

    @Test func `a change is a version, and nobody undoes another's without seeing it`() async throws {
        try await TrustCast.with { cast in
            let body: JSONValue = [
                "referrals": ["code": "hold"], "user_events": "deny",
                "checks": [
                    "same_network": ["action": "hold", "at_least": 5, "hours": 24],
                    "ring": ["action": "deny"], "burst": .null,
                ],
            ]
            func put(_ tag: String?, _ body: JSONValue) throws -> TestClient.Reply {
                var headers: [String: String] = [:]
                headers["If-Match"] = tag
                return try cast.client.send(
                    "PUT", TrustCast.path, token: cast.admin, headers: headers, body)
            }
            #expect(try put(nil, body).problem == "precondition-required")
            let changed = try put("\"1\"", body).required(200)
            #expect(changed[header: "etag"] == "\"2\"")
            #expect(changed.json["programme"]?["checks"]?["same_network"]?["hours"] == 24)
            #expect(changed.json["programme"]?["referrals"]?["code"] == "hold")
            #expect(changed.json["programme"]?["referrals"]?["claim_weak"] == "deny")
            #expect(try put("\"1\"", [:]).problem == "precondition-failed")
            // What a reply has can be sent back, and changes nothing.
            let same = try put("*", changed.json["programme"] ?? .null).required(200)
            #expect(same[header: "etag"] == "\"2\"")
            let audit = """
                SELECT count(*), bool_and(detail LIKE 'version 2: %') FROM audit_entries
                WHERE action = 'programme.change'
                """
            #expect(try cast.server.database.psql(audit) == "1|t")
            #expect(try put("*", [:]).json["programme"]?["user_events"] == "pay")
        }
    }

    @Test(
        arguments: [
            (["referrals": ["code": "maybe"]], "/referrals/code invalid"),
            (["referrals": ["claim": "pay"]], "/referrals/claim unknown_field"),
            (["user_events": "no"], "/user_events invalid"),
            (["checks": ["burst": ["action": "hold"]]], "/checks/burst/at_least required"),
            (
                ["checks": ["too_fast": ["action": "hold", "seconds": 0]]],
                "/checks/too_fast/seconds out_of_range"
            ),
            (["checks": ["ring": ["action": "hold", "at_least": 1]]], "/checks/ring/at_least unknown_field"),
            (["checks": ["same_mailbox": [:]]], "/checks/same_mailbox/action required"),
        ] as [(JSONValue, String)])
    func `what makes no sense is refused with its place`(body: JSONValue, mistake: String) async throws {
        try await TrustCast.with { cast in
            let reply = try cast.client.send(
                "PUT", TrustCast.path, token: cast.admin, headers: ["If-Match": "*"], body)
            #expect(reply.status == 422 && reply.mistakes.contains(mistake), "\(reply.text)")
        }
    }

    @Test func `is in force in another process within a second, and holds without an end`() async throws {
        try await TestServer.with(count: 2) { try await play($0[0], $0[1]) }
    }

    private func play(_ here: TestServer, _ there: TestServer) async throws {
        let (client, other) = (try here.client, try there.client)
        let admin = try await here.key(.admin)
        let anne = try client.signUp()
        let body: JSONValue = ["referrals": ["code": "hold"]]
        try client.send("PUT", TrustCast.path, token: admin, headers: ["If-Match": "*"], body).required(200)
        let isHeld = try await soon {
            let ben = try other.signUp(referredBy: anne.code)
            try other.reachLevel(5, token: ben.token, id: newID()).required(200)
            let newest = "SELECT status, release_at IS NULL, codes FROM rewards ORDER BY id DESC LIMIT 1"
            return try here.database.psql(newest) == "held|t|by_code"
        }
        #expect(isHeld)
        // A uid is another source.
        let ben = try other.signUp(referredBy: anne.uid)
        try other.reachLevel(5, token: ben.token, id: newID()).required(200)
        #expect(try other.balance(token: anne.token) > 0)
    }

    @Test func `what a player's own app tells of may count for less than what a server does`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(["user_events": "hold"])
            let anne = try cast.client.signUp()
            let key = try await cast.server.key(.server)
            let (ben, carl) = (try cast.friend(of: anne), try cast.friend(of: anne))
            try cast.reach(5, ben)
            try cast.client.reachLevel(5, token: key, id: newID(), uid: carl.uid).required(200)
            #expect(try cast.rewards() == ["held user_events", "paid"])
        }
    }

    @Test func `a server's word stands for what the player's own app told of below it`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(["user_events": "deny"])
            let anne = try cast.client.signUp()
            let key = try await cast.server.key(.server)
            for (own, count) in [(3, "1"), (4, "1"), (5, "0"), (100, "0")] as [(Int64, String)] {
                let friend = try cast.friend(of: anne)
                try cast.reach(own, friend)
                try cast.client.reachLevel(5, token: key, id: newID(), uid: friend.uid).required(200)
                let made = "SELECT count(*) FROM rewards WHERE subject = '\(friend.uid)'"
                #expect(try cast.server.database.psql(made) == count, "\(own)")
            }
        }
    }
}
