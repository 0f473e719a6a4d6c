import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `GET /v1/{url-encoded short link}/linkStats`, slashes encoded within one segment.
struct FirebaseLinkStatsTests {
    private func path(_ link: String, _ query: String = "?durationDays=7") -> String {
        let encoded = link.replacing("%", with: "%25").replacing(":", with: "%3A").replacing("/", with: "%2F")
        return "/v1/\(encoded)/linkStats\(query)"
    }

    @Test func `counts by event and platform, as text`() async throws {
        try await wellWithinADay()
        try await LegacyServer.with { server, client, description in
            let key = try await server.key(.read)
            let made = try client.send(
                "POST", "/v1/shortLinks?key=AIzaTestKey",
                ["dynamicLinkInfo": ["link": "https://example.com/"]])
            let short = try #require(made.json["shortLink"]?.string)
            let code = String(try #require(short.split(separator: "/").last))
            let today = try server.database.psql("SELECT (now() AT TIME ZONE 'UTC')::date - '1970-01-01'")
            let day = try #require(Int(today))
            try server.database.psql(
                """
                INSERT INTO link_stats (code, day, platform, click, redirect, install, first_open, re_open, shared)
                VALUES ('\(code)', \(day), 'android', 100, 0, 4, 0, 0, 0),
                    ('\(code)', \(day - 6), 'android', 23, 0, 0, 0, 0, 0),
                    ('\(code)', \(day - 7), 'android', 1000, 0, 0, 0, 0, 0),
                    ('\(code)', \(day), 'ios', 0, 0, 0, 5, 7, 9), ('\(code)', \(day), 'desktop', 0, 2, 0, 0, 0, 0)
                """)
            let reply = try client.get(path(short), token: key)
            expect(reply, 200)
            description.check(reply, to: "GET", "/v1/{link}/linkStats")
            let stats: [JSONValue] = [
                ["platform": "ANDROID", "count": "123", "event": "CLICK"],
                ["platform": "DESKTOP", "count": "2", "event": "REDIRECT"],
                ["platform": "ANDROID", "count": "4", "event": "APP_INSTALL"],
                ["platform": "IOS", "count": "5", "event": "APP_FIRST_OPEN"],
                ["platform": "IOS", "count": "7", "event": "APP_RE_OPEN"],
            ]
            #expect(reply.json["linkEventStats"]?.array == stats)
            // As well to a Web API key, and to a key of ours for links in its place.
            for key in ["AIzaTestKey", try await server.key(.links)] {
                let same = try client.get(path(short) + "&key=\(key)")
                #expect(same.status == 200 && same.json == reply.json, "\(same.text)")
            }
        }
    }

    @Test func `refuses what is no link of ours, no number of days, no key`() async throws {
        try await LegacyServer.with { server, client, description in
            let key = try await server.key(.server)
            let link = "https://example.page.link/unknown"
            for (path, token, error) in [
                (path(link), key, "404 NOT_FOUND"),
                (path("https://evil.example.net/x"), key, "404 NOT_FOUND"),
                ("/v1/x/linkStats", key, "404 NOT_FOUND"), ("/v1/users/linkStats", key, "404 NOT_FOUND"),
                (path(link, "?durationDays=0"), key, "400 INVALID_ARGUMENT"),
                (path(link, "?durationDays=many"), key, "400 INVALID_ARGUMENT"),
                (path(link, "?durationDays=%2B5"), key, "400 INVALID_ARGUMENT"),
                (path(link), "ya29.googles-own", "401 UNAUTHENTICATED"),
                (path(link), try client.signUp().token, "403 PERMISSION_DENIED"),
            ] {
                let reply = try client.get(path, token: token)
                #expect(reply.legacyError == error, "\(path): \(reply.text)")
                description.check(reply, to: "GET", "/v1/{link}/linkStats")
            }
            for (key, error) in [
                ("AIzaOther", "403 PERMISSION_DENIED"), ("sk_nothing", "403 PERMISSION_DENIED"),
                ("", "401 UNAUTHENTICATED"),
            ] {
                #expect(try client.get(path(link) + "&key=" + key).legacyError == error)
            }
        }
    }
}
