import Crypto
internal import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// `/v1/admin/reviews`: what waits for an administrator, and decisions on many at once.
struct ReviewsTests {
    private static let path = "/v1/admin/reviews"

    /// Three friends of Anne's whose rewards wait for their network, and one for a likely match.
    private func withWaiting(_ body: (TrustCast, TestUser) async throws -> Void) async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme([
                "checks": ["same_network": ["action": "hold", "at_least": 3, "hours": 24]]
            ])
            var anne = try cast.client.signUp()
            try cast.client.link(&anne, email: "anne@example.com").required(200)
            let friends = try (0..<3).map { _ in try cast.friend(of: anne) }
            let likely = try cast.friend(of: anne, ["match_confidence": "default"], at: "198.51.100.1")
            for friend in friends + [likely] { try cast.reach(5, friend) }
            try await body(cast, anne)
        }
    }

    private func ids(_ reply: TestClient.Reply) -> [JSONValue] {
        (reply.json["reviews"]?.array ?? []).compactMap { $0["reward"]?["id"] }
    }

    @Test func `a page that takes longer than other calls may is waited for`() async throws {
        var options = TestServer.Options()
        options.http.handlerTimeoutMilliseconds = 300
        try await TestServer.with(options) { server in
            let admin = try await server.key(.admin)
            let client = try server.client
            let backends = try server.database.psql(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).split(separator: "\n").compactMap { Int32($0) }
            // As a disk may be, for longer than a handler's usual time.
            for backend in backends { kill(backend, SIGSTOP) }
            defer { for backend in backends { kill(backend, SIGCONT) } }
            try client.post("GET", Self.path, token: admin)
            try await Task.sleep(for: .milliseconds(600))
            for backend in backends { kill(backend, SIGCONT) }
            #expect(try client.reply().status == 200)
        }
    }

    @Test func `lists what waits, oldest first, with both players and why`() async throws {
        try await withWaiting { cast, anne in
            let all = try cast.client.get(Self.path, token: cast.admin).required(200)
            let reviews = all.json["reviews"]?.array ?? []
            #expect(
                reviews.map { $0["codes"] } == Array(repeating: ["same_network"], count: 3) + [
                    ["default_match"]
                ])
            #expect(
                reviews.map { $0["referral_source"]?.string } == ["code", "code", "code", "claim_default"])
            #expect(reviews.map { $0["alike"]?.integer } == [3, 3, 3, 1])
            #expect(reviews.allSatisfy { $0["reward"]?["release_at"] == .null })
            let first = try #require(reviews.first)
            #expect(first["referrer"]?["uid"]?.string == anne.uid)
            #expect(first["referrer"]?["email"] == "anne@example.com")
            #expect(first["referrer"]?["counts"]?["referred"] == 4)
            #expect(first["subject"]?["highest_level"] == 5 && first["subject"]?["standing"] == "good")
            for (query, count) in [
                ("rule=level-5", 4), ("rule=signup", 0), ("code=same_network", 3), ("code=ring", 0),
                ("rule=level-5&code=default_match", 1),
            ] {
                #expect(
                    ids(try cast.client.get("\(Self.path)?\(query)", token: cast.admin)).count == count,
                    "\(query)")
            }
            #expect(try cast.client.get("\(Self.path)?code=nothing", token: cast.admin).status == 422)
            let page = try cast.client.get("\(Self.path)?limit=3", token: cast.admin)
            let cursor = page.json["next_cursor"]?.string ?? ""
            let rest = try cast.client.get("\(Self.path)?cursor=\(cursor)", token: cast.admin)
            #expect(ids(page) + ids(rest) == ids(all) && rest.json["next_cursor"] == .null)
        }
    }

    @Test func `a page of many, read in parts, has each of them once, in order`() async throws {
        try await TrustCast.with { cast in
            let anne = try cast.client.signUp()
            let friends = try (0..<40).map { number in
                try cast.friend(of: anne, ["match_confidence": "default"], at: "198.51.100.\(number)")
            }
            for friend in friends { try cast.reach(5, friend) }
            let all = try cast.client.get("\(Self.path)?limit=100", token: cast.admin).required(200)
            let reviews = all.json["reviews"]?.array ?? []
            let found = ids(all).compactMap(\.string)
            #expect(found.count == 40 && found == Set(found).sorted())
            #expect(Set(reviews.compactMap { $0["subject"]?["uid"]?.string }) == Set(friends.map(\.uid)))
            #expect(reviews.allSatisfy { $0["subject"]?["uid"] == $0["reward"]?["subject"] })
            #expect(reviews.allSatisfy { $0["referrer"]?["counts"]?["referred"] == 40 })
        }
    }

    @Test func `decides on many, each alone and once`() async throws {
        try await withWaiting { cast, anne in
            let waiting = ids(try cast.client.get(Self.path, token: cast.admin))
            func decide(_ decision: String, _ ids: [JSONValue], _ reason: String = "by hand") throws
                -> TestClient.Reply
            {
                try cast.client.send(
                    "POST", Self.path, token: cast.admin,
                    ["ids": .array(ids), "decision": .string(decision), "reason": .string(reason)])
            }
            let voided = try decide("void", [waiting[0]]).required(200)
            #expect(voided.json["results"]?.array?[0]["reward"]?["status"] == "void")
            let unknown = JSONValue.string(newID())
            let reply = try decide("release", waiting + [unknown, waiting[1]]).required(200)
            let results = reply.json["results"]?.array ?? []
            #expect(results.map { $0["status"]?.integer } == [409, 200, 200, 200, 404, 200])
            #expect(results.first?["problem"]?["reward_status"] == "void")
            #expect(try cast.client.balance(token: anne.token) == 150)
            #expect(ids(try cast.client.get(Self.path, token: cast.admin)) == [])
            #expect(
                try cast.server.database.psql(
                    "SELECT count(*) FROM audit_entries WHERE action LIKE 'reward.%'") == "4")
            let check = try cast.client.get("/v1/admin/ledger/check", token: cast.admin)
            #expect(check.json["balanced"] == true)
        }
    }

    @Test func `asks for ids, a decision and a reason`() async throws {
        try await TrustCast.with { cast in
            func mistakes(_ body: JSONValue) throws -> [String] {
                try cast.client.send("POST", Self.path, token: cast.admin, body).mistakes
            }
            let none = try mistakes([:])
            #expect(none == ["/ids required", "/decision required", "/reason required"])
            let many = JSONValue.array((0..<501).map { _ in .string(newID()) })
            let wrong = try mistakes(["ids": many, "decision": "pay", "reason": " "])
            #expect(wrong == ["/ids too_long", "/decision invalid", "/reason too_short"])
            let short = try mistakes(["ids": ["x"], "decision": "void", "reason": "why"])
            #expect(short.first == "/ids/0 invalid")
        }
    }
}
