import HTTP
import JSON
import TestSupport
import Testing

/// `GET /v1/links/{code}/stats` and `POST /v1/links/events`.
struct LinkStatisticsTests {
    init() async throws {
        try await wellWithinADay()
    }

    @Test func `counts clicks, redirects, installs and what the app tells, by platform and day`() async throws
    {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let link = try client.makeLink(token: anne.token)
            let empty = try await client.statistics(of: link.code, token: anne.token)
            #expect(empty["totals"]?["clicks"] == 0 && empty["by_day"] == [] && empty["days"] == 30)
            let android = Opener.android(at: "192.0.2.1")
            let click = try client.clickID(of: link.shortLink, as: android)
            for opener in [Opener.iphone(at: "192.0.2.2"), .desktop(at: "192.0.2.3")] {
                _ = try client.open(link.shortLink, as: opener)
            }
            _ = try await client.statistics(of: link.code, token: anne.token) {
                $0["totals"]?["clicks"] == 3
            }
            #expect(try client.claim(["link_click_id": .string(click)], as: android).status == 200)
            for event in ["first_open", "re_open", "re_open", "declined", "shared"] {
                let body: JSONValue = [
                    "link_click_id": .string(click), "event": .string(event), "channel": "sms",
                ]
                #expect(try client.send("POST", "/v1/links/events", body).status == 204)
            }
            let found = try await client.statistics(of: link.code, token: anne.token)
            #expect(found["totals"]?["clicks"] == 3)
            for name in ["installs", "first_opens", "declined"] {
                #expect(found["totals"]?[name] == 1, "\(name)")
            }
            #expect(found["totals"]?["re_opens"] == 2)
            for platform in ["android", "ios", "desktop"] {
                #expect(found["by_platform"]?[platform]?["clicks"] == 1, "\(platform)")
            }
            #expect(found["by_platform"]?["android"]?["installs"] == 1)
            #expect(found["by_platform"]?["ios"]?["installs"] == 0)
            let days = found["by_day"]?.array ?? []
            #expect(days.contains { $0["event"] == "re_open" && $0["count"] == 2 })
            #expect(days.allSatisfy { $0["day"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil })
        }
    }

    @Test func `reaches back as many days as asked for`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let link = try client.makeLink(token: anne.token)
            _ = try client.open(link.shortLink, as: .android(at: "192.0.2.1"))
            _ = try await client.statistics(of: link.code, token: anne.token) {
                $0["totals"]?["clicks"] == 1
            }
            try server.database.psql("UPDATE link_stats SET day = day - 30")
            let short = try await client.statistics(of: link.code, token: anne.token)
            #expect(short["totals"]?["clicks"] == 0)
            let long = try await client.statistics(of: link.code, token: anne.token, days: 31)
            #expect(long["totals"]?["clicks"] == 1 && long["days"] == 31)
            for days in ["0", "367", "-1", "x", "", "1&days=2"] {
                expectProblem(
                    try client.get("/v1/links/\(link.code)/stats?days=\(days)", token: anne.token), 422,
                    "validation")
            }
            expectProblem(
                try client.get("/v1/links/\(link.code)/stats?day=1", token: anne.token), 422, "validation",
                mistakes: ["/day unknown_field"])
        }
    }

    @Test func `refuses events of no click, and those that are not the app's to tell`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let id = JSONValue.string(newID())
            let unknown = try client.send(
                "POST", "/v1/links/events", ["link_click_id": id, "event": "first_open"])
            expectProblem(unknown, 404, "click-not-found")
            let rows: [(JSONValue, [String])] = [
                ([:], ["/link_click_id required", "/event required"]),
                (["link_click_id": "x", "event": "click"], ["/link_click_id invalid", "/event invalid"]),
                (["link_click_id": id, "event": "redirect"], ["/event invalid"]),
                (["link_click_id": id, "event": "install", "channel": ""], ["/channel too_short"]),
            ]
            for (body, mistakes) in rows {
                expectProblem(
                    try client.send("POST", "/v1/links/events", body), 422, "validation", mistakes: mistakes)
            }
        }
    }
}
