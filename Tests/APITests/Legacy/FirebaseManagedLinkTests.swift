import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/managedShortLinks:create` and `POST /v1/exchangeShortLink`: the requests and replies of
/// Firebase's REST reference.
struct FirebaseManagedLinkTests {
    private static let path = "/v1/managedShortLinks:create"
    private static let info: JSONValue = [
        "domainUriPrefix": "https://example.page.link", "link": "https://www.example.com/",
        "androidInfo": [
            "androidPackageName": "com.example.android", "androidFallbackLink": "https://www.example.com/a",
            "androidMinPackageVersionCode": "12",
        ],
        "iosInfo": ["iosBundleId": "com.example.ios", "iosMinimumVersion": "2.1"],
        "desktopInfo": ["desktopFallbackLink": "https://www.example.com/d"],
        "socialMetaTagInfo": ["socialTitle": "Come & sail"],
        "analyticsInfo": [
            "googlePlayAnalytics": ["utmSource": "mail"], "itunesConnectAnalytics": ["ct": "summer"],
        ],
        "navigationInfo": ["enableForcedRedirect": true],
    ]

    @Test func `a link with a name is made, told in parts, and found by its name`() async throws {
        try await LegacyServer.with { server, client, description in
            let key = try await server.key(.server)
            let body: JSONValue = [
                "name": "Summer sale", "dynamicLinkInfo": Self.info, "suffix": ["option": "SHORT"],
                "sdkVersion": "8.0.0",
            ]
            let reply = try client.send("POST", Self.path, token: key, body)
            expect(reply, 200)
            description.check(reply, to: "POST", Self.path)
            let link = reply.json["managedShortLink"]
            #expect(link?["info"] == Self.info, "\(reply.text)")
            #expect(link?["linkName"] == "Summer sale" && link?["visibility"] == "UNARCHIVED")
            #expect(link?["creationTime"]?.isTime == true && link?["flaggedAttribute"] == [])
            let short = try #require(link?["link"]?.string)
            #expect(short.hasPrefix("https://example.page.link/"))
            #expect(reply.json["previewLink"]?.string == short + "?d=1" && reply.json["warning"] == [])
            let admin = try await server.key(.admin)
            let found = try client.get("/v1/admin/links?q=summer%20sale", token: admin)
            #expect(found.json["links"]?[0]?["short_link"]?.string == short, "\(found.text)")
            // Another one, each time.
            let again = try client.send("POST", Self.path, token: key, body)
            #expect(again.json["managedShortLink"]?["link"]?.string != short)
        }
    }

    @Test func `a whole long link will do, and a suffix of one's own`() async throws {
        try await LegacyServer.with { server, client, _ in
            let key = try await server.key(.admin)
            let long = "https://example.page.link/?link=https://www.example.com/&apn=com.example.android"
            func make(_ suffix: String, _ name: String = "x") throws -> TestClient.Reply {
                try client.send(
                    "POST", Self.path, token: key,
                    [
                        "name": .string(name), "longDynamicLink": .string(long),
                        "suffix": ["option": "CUSTOM", "customSuffix": .string(suffix)],
                    ])
            }
            #expect(
                try make("summer").json["managedShortLink"]?["link"] == "https://example.page.link/summer")
            #expect(try make("summer", "y").legacyError == "409 ALREADY_EXISTS")
            for suffix in ["v1", "a/b"] {
                let reply = try make(suffix)
                #expect(reply.legacyError == "400 INVALID_ARGUMENT", "\(reply.text)")
                #expect(reply.legacyMessage.hasPrefix("/suffix/customSuffix: "), "\(reply.text)")
            }
        }
    }

    @Test func `what is wrong is named as it was sent`() async throws {
        try await LegacyServer.with { server, client, description in
            let key = try await server.key(.server)
            for (body, message): (JSONValue, String) in [
                (["dynamicLinkInfo": Self.info], "/name: "),
                (["name": "", "dynamicLinkInfo": Self.info], "/name: "),
                (["name": "x"], "/longDynamicLink: "),
                (
                    ["name": "x", "dynamicLinkInfo": ["link": "https://evil.example/"]],
                    "/dynamicLinkInfo/link: "
                ),
                (
                    ["name": "x", "dynamicLinkInfo": Self.info, "suffix": ["option": "CUSTOM"]],
                    "/suffix/customSuffix: "
                ),
                (["name": "x", "dynamicLinkInfo": Self.info, "suffix": ["option": "X"]], "/suffix/option: "),
            ] {
                let reply = try client.send("POST", Self.path, token: key, body)
                #expect(
                    reply.legacyError == "400 INVALID_ARGUMENT" && reply.legacyMessage.hasPrefix(message),
                    "\(reply.text)")
                description.check(reply, to: "POST", Self.path)
            }
            let body: JSONValue = ["name": "x", "dynamicLinkInfo": Self.info]
            #expect(try client.send("POST", Self.path, body).legacyError == "401 UNAUTHENTICATED")
            let user = try client.signUp()
            for token in [user.token, try await server.key(.read)] {
                let reply = try client.send("POST", Self.path, token: token, body)
                #expect(reply.legacyError == "403 PERMISSION_DENIED", "\(reply.text)")
            }
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }

    @Test func `a short link is exchanged for its long one, and counted where an app asks`()
        async throws
    {
        try await LegacyServer.with { server, client, description in
            let path = "/v1/exchangeShortLink?key=AIzaTestKey"
            let made = try client.send(
                "POST", "/v1/shortLinks?key=AIzaTestKey", ["dynamicLinkInfo": Self.info])
            let short = made.json["shortLink"] ?? .null
            let reply = try client.send("POST", path, ["requestedLink": short])
            expect(reply, 200)
            description.check(reply, to: "POST", "/v1/exchangeShortLink")
            let long = try #require(reply.json["longLink"]?.string)
            #expect(long.hasPrefix("https://example.page.link/?link=https%3A%2F%2Fwww.example.com%2F&apn="))
            #expect(
                reply.json["deepLink"] == "https://www.example.com/" && reply.json["requestedLink"] == short)
            #expect(reply.json["utmSource"] == "mail" && reply.json["iosMinAppVersion"] == "2.1")
            #expect(try server.database.psql("SELECT count(*) FROM link_stats WHERE re_open > 0") == "0")
            // What the long link is exchanged for is itself.
            let same = try client.send("POST", path, ["requestedLink": .string(long)])
            #expect(same.json["deepLink"] == "https://www.example.com/", "\(same.text)")
            expect(
                try client.send(
                    "POST", path,
                    ["requestedLink": short, "bundle_id": "com.example.ios", "sdk_version": "10.22.0"]), 200)
            #expect(try server.database.psql("SELECT sum(re_open) FROM link_stats") == "1")
            for (body, error): (JSONValue, String) in [
                ([:], "400 INVALID_ARGUMENT"), (["requestedLink": "https://x.example/"], "404 NOT_FOUND"),
                (["requestedLink": "https://example.page.link/nobody"], "404 NOT_FOUND"),
            ] {
                #expect(try client.send("POST", path, body).legacyError == error)
            }
            #expect(
                try client.send("POST", "/v1/exchangeShortLink", ["requestedLink": short]).legacyError
                    == "403 PERMISSION_DENIED")
        }
    }
}
