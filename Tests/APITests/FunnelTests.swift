import Crypto
import EventLoops
import HTTP
import JSON
import Postgres
import TestSupport
import Testing

@testable import API
@testable import Batching
@testable import Reporting

/// How far invites came, whether it was added up already or not.
struct FunnelTests {
    init() async throws {
        try await wellWithinADay()
    }

    private func funnel(_ cast: LinkCast, _ query: String = "") async throws -> JSONValue {
        let key = try await cast.server.key(.read)
        let reply = try cast.client.get("/v1/admin/funnel" + query, token: key)
        expect(reply, 200)
        try Description(cast.client).check(reply, to: "GET", "/v1/admin/funnel")
        return reply.json
    }

    /// A phone that opens Anne's invite, and whose app claims it and signs up.
    private func comes(
        _ cast: LinkCast, through members: [String: JSONValue], at address: String
    ) throws -> TestUser {
        let opener = Opener.android(at: address)
        let invite = try cast.invite(members)
        let click = try cast.client.clickID(of: invite.shortLink, as: opener)
        let claim = try cast.client.claim(["link_click_id": .string(click)], as: opener)
        let receipt = claim.json["receipt"] ?? .null
        return TestUser(try cast.client.send("POST", "/v1/users", ["claim": receipt]).required(201))
    }

    private func numbers(_ part: JSONValue?) -> [Int64?] {
        ["invites", "opened", "anonymous", "signed_up", "rewarded"].map { part?[$0]?.integer }
    }

    /// Anne made three invites, of which two were opened; two came through them and one by her code.
    private func story(_ cast: LinkCast) throws {
        var ben = try comes(cast, through: ["channel": "sms", "campaign": "autumn"], at: "192.0.2.7")
        _ = try comes(cast, through: ["channel": "email", "campaign": "autumn"], at: "192.0.2.8")
        _ = try cast.invite(["channel": "sms"])
        let dan = try cast.client.signUp(referredBy: cast.anne.code)
        _ = try cast.client.signUp(referredBy: "7ZKQ4M9XTB")
        try cast.client.link(&ben, email: "ben@example.com").required(200)
        // Of Ben two rules gave a reward, and of Dan one.
        for friend in [ben, dan] { try cast.client.reachLevel(5, token: friend.token, id: newID()) }
    }

    private func check(_ cast: LinkCast) async throws {
        let day = try await funnel(cast)
        let total = day["total"]
        #expect(numbers(total) == [3, 2, 3, 1, 2])
        #expect(
            total?["claimed"] == [
                "claim_unique": 2, "claim_default": 0, "claim_weak": 0, "code": 1, "unproven": 0,
                "rejected": 1,
            ])
        #expect(total?["players"] == 5)
        let factor = total?["k_factor"]
        #expect(factor?["numerator"] == 1 && factor?["denominator"] == 5)
        #expect(factor?["value"] == .number(0.2) && factor?["invites_per_player"] == .number(0.6))
        #expect(factor?["conversion"] == .number(0.3333))
        let days = day["rows"]?.array ?? []
        #expect(days.count == 30 && numbers(days.last) == [3, 2, 3, 1, 2])
        #expect(numbers(days.first) == [0, 0, 0, 0, 0])
        let channels = try await funnel(cast, "?by=channel")["rows"]?.array ?? []
        #expect(channels.map { $0["name"]?.string } == ["sms", "email", nil])
        #expect(numbers(channels.first) == [2, 1, 1, 1, 1])
        #expect(numbers(channels.last) == [0, 0, 1, 0, 1])
        #expect(channels.last?["claimed"]?["rejected"] == 1)
        let campaigns = try await funnel(cast, "?by=campaign")["rows"]?.array ?? []
        #expect(campaigns.map { $0["name"]?.string } == ["autumn", nil])
        #expect(numbers(campaigns.first) == [2, 2, 2, 1, 1])
    }

    /// Clicks are written behind the replies' back.
    private func areStored(_ cast: LinkCast, clicks: Int) async throws {
        let isThere = try await eventually {
            try cast.server.database.psql("SELECT count(*) FROM clicks") == "\(clicks)"
        }
        #expect(isThere)
    }

    private func takeIn(_ cast: LinkCast, rowsMax: Int = DayCountKeeper.rowsMax) async throws {
        // As if it were two minutes later.
        try await cast.server.database.withPool { pool, _ in
            let reading = try await pool.readClock()
            let clock = DatabaseClock(
                ClockReading(
                    time: PostgresTimestamp(
                        microsecondsSince1970: reading.time.microsecondsSince1970 + 120_000_000),
                    instant: reading.instant))
            try await DayCountKeeper(pool: pool, clock: clock, log: { _ in }, rowsMax: rowsMax).takeIn()
        }
    }

    @Test(arguments: [1, DayCountKeeper.rowsMax])
    func `counts each step, all together and by channel and campaign, added up or not`(rowsMax: Int)
        async throws
    {
        try await LinkCast.with { cast in
            try story(cast)
            try await areStored(cast, clicks: 2)
            try await check(cast)
            try await takeIn(cast, rowsMax: rowsMax)
            try await check(cast)
            let kept = "SELECT value FROM day_counts WHERE measure = 'friends_rewarded@channel'"
            #expect(try cast.server.database.psql(kept) == "1")
        }
    }

    @Test func `a friend who becomes an account is one friend, brought by the same link`() async throws {
        try await LinkCast.with { cast in
            var account = try cast.client.signUp()
            try cast.client.link(&account, email: "ben@example.com").required(200)
            let player = try comes(cast, through: ["channel": "sms"], at: "192.0.2.7")
            try cast.client.send(
                "POST", "/v1/sessions",
                [
                    "email": "ben@example.com", "password": .string(TestClient.password),
                    "merge": .string(player.token),
                ]
            ).required(200)
            let channels = try await funnel(cast, "?by=channel")["rows"]?.array ?? []
            #expect(channels.map { $0["name"]?.string } == ["sms"])
            #expect(channels.first?["claimed"]?["claim_unique"] == 1)
            #expect(channels.first?["signed_up"] == 1)
        }
    }

    @Test func `who was rewarded for a player is not a rewarded friend again for the account`() async throws {
        try await LinkCast.with { cast in
            let player = try cast.client.signUp()
            let friend = try cast.client.signUp(referredBy: player.code)
            try cast.client.reachLevel(5, token: friend.token, id: newID())
            try await takeIn(cast)
            var account = try cast.client.signUp()
            try cast.client.link(&account, email: "ben@example.com").required(200)
            try cast.client.send(
                "POST", "/v1/sessions",
                [
                    "email": "ben@example.com", "password": .string(TestClient.password),
                    "merge": .string(player.token),
                ]
            ).required(200)
            var late = friend
            try cast.client.link(&late, email: "friend@example.com").required(200)
            let rewarded = "SELECT count(*) FROM rewards WHERE subject = '\(friend.uid)' AND status = 'paid'"
            #expect(try cast.server.database.psql(rewarded) == "2")
            #expect(try await funnel(cast)["total"]?["rewarded"] == 1)
        }
    }

    @Test func `a day keeps a hundred names, and counts the others among all`() async throws {
        try await LinkCast.with { cast in
            for number in 0..<FunnelNames.namesMax + 5 {
                _ = try cast.invite(["campaign": .string("c\(number)")])
            }
            // What comes from now on is later again. By the server's clock all this is ahead, so that its own
            // round may count anew.
            let isLater = """
                UPDATE day_count_progress SET counted_until = clock_timestamp()
                WHERE counted_until > clock_timestamp()
                """
            let counted = try await eventually { () async throws -> [JSONValue]? in
                try await takeIn(cast)
                try cast.server.database.tamper(isLater)
                let rows = try await funnel(cast, "?by=campaign")["rows"]?.array ?? []
                return rows.count == FunnelNames.namesMax + 1 ? rows : nil
            }
            let rows = try #require(counted)
            #expect(rows.last?["name"] == .null && rows.last?["invites"] == 5)
            let known = try #require(rows.first?["name"]?.string)
            _ = try cast.invite(["campaign": .string(known), "channel": "sms"])
            _ = try cast.invite(["campaign": "another"])
            let more = try await funnel(cast, "?by=campaign")["rows"]?.array ?? []
            #expect(more.first?["name"]?.string == known && more.first?["invites"] == 2)
            #expect(more.last?["invites"]?.integer ?? 0 >= 6)
        }
    }

    @Test func `days are days, and not more than there is a use for`() async throws {
        try await LinkCast.with { cast in
            let key = try await cast.server.key(.read)
            let range = try await funnel(cast, "?from=2026-02-27&until=2026-03-02")
            #expect(range["rows"]?.array?.map { $0["day"] } == ["2026-02-27", "2026-02-28", "2026-03-01"])
            #expect(range["total"]?["k_factor"]?["value"] == .null)
            for (query, mistake) in [
                ("by=week", "/by invalid"), ("from=2026-02-30", "/from invalid"),
                ("from=2026-02-03&until=2026-02-03", "/until out_of_range"),
                ("from=2020-01-01", "/until out_of_range"), ("measure=users", "/measure unknown_field"),
            ] {
                let reply = try cast.client.get("/v1/admin/funnel?" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
        }
    }
}
