import HTTP
import JSON
import TestSupport
import Testing

/// What Firebase's iOS SDK asks, as it asks it.
struct FirebaseAttributionTests {
    private static let key = "?key=AIzaTestKey"

    /// As the SDK sends it: numbers as numbers, some names in two spellings.
    private func install(_ link: String? = nil) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("bundleId", "com.example.ios"),
            JSONMember(
                "device",
                [
                    "screenResolutionHeight": 2556, "screenResolutionWidth": 1179, "languageCode": "en_US",
                    "languageCodeRaw": "en-US", "languageCodeFromWebview": "en-US",
                    "timezone": "America/Los_Angeles", "deviceModelName": "iPhone15,2",
                ]),
            JSONMember("iosVersion", "17.4"), JSONMember("sdkVersion", "10.22.0"),
            JSONMember("visualStyle", 1), JSONMember("retrievalMethod", 2),
            JSONMember("appInstallationTime", 1_711_000_000),
        ]
        if let link { members.append(JSONMember("uniqueMatchLinkToCheck", .string(link))) }
        return .object(members)
    }

    private func makeLink(_ client: TestClient) throws -> String {
        let long =
            "https://example.page.link/?link=https://www.example.com/a&ibi=com.example.ios&imv=2.1&utm_source=mail"
        let reply = try client.send("POST", "/v1/shortLinks" + Self.key, ["longDynamicLink": .string(long)])
        return try #require(reply.json["shortLink"]?.string, "\(reply.text)")
    }

    @Test func `an install with the link on its clipboard is a unique match`() async throws {
        try await LegacyServer.with { _, client, description in
            let short = try makeLink(client)
            let reply = try client.send("POST", "/v1/installAttribution" + Self.key, install(short))
            expect(reply, 200)
            description.check(reply, to: "POST", "/v1/installAttribution")
            #expect(reply.json["deepLink"] == "https://www.example.com/a")
            #expect(reply.json["attributionConfidence"] == "UNIQUE")
            #expect(reply.json["requestedLink"]?.string == short)
            #expect(reply.json["resolvedLink"]?.string?.hasPrefix("https://example.page.link/?link=") == true)
            #expect(reply.json["appMinimumVersion"] == "2.1" && reply.json["utmSource"] == "mail")
            #expect(reply.json["requestIpVersion"] == "IP_V4")
        }
    }

    @Test func `an install that nothing leads to gets no link`() async throws {
        try await LegacyServer.with { _, client, description in
            for link in [nil, "https://elsewhere.example.net/x", "https://example.page.link/unknown"] {
                let reply = try client.send("POST", "/v1/installAttribution" + Self.key, install(link))
                expect(reply, 200)
                description.check(reply, to: "POST", "/v1/installAttribution")
                #expect(reply.json["deepLink"] == nil && reply.json["attributionConfidence"] == nil)
            }
        }
    }

    @Test func `a link that opened the app is told, short or long, and a short one counted`() async throws {
        try await LegacyServer.with { server, client, description in
            let short = try makeLink(client)
            let long = "https://example.page.link/?link=https://www.example.com/b&imv=3"
            for (link, payload) in [
                (short, "https://www.example.com/a"), (long, "https://www.example.com/b"),
            ] {
                let reply = try client.send(
                    "POST", "/v1/reopenAttribution" + Self.key,
                    [
                        "requestedLink": .string(link), "bundle_id": "com.example.ios",
                        "sdk_version": "10.22.0",
                    ])
                expect(reply, 200)
                description.check(reply, to: "POST", "/v1/reopenAttribution")
                #expect(reply.json["deepLink"]?.string == payload)
            }
            let counted = try server.database.psql(
                "SELECT platform, click, redirect, install, first_open, re_open FROM link_stats")
            #expect(counted == "ios|0|0|0|0|1")
        }
    }

    @Test func `a link that is none is not found`() async throws {
        try await LegacyServer.with { _, client, _ in
            for link in ["https://example.page.link/unknown", "https://elsewhere.example.net/a", "x"] {
                let reply = try client.send(
                    "POST", "/v1/reopenAttribution" + Self.key, ["requestedLink": .string(link)])
                #expect(reply.legacyError == "404 NOT_FOUND", "\(link): \(reply.text)")
            }
            let empty = try client.send("POST", "/v1/reopenAttribution" + Self.key, [:])
            #expect(empty.legacyError == "400 INVALID_ARGUMENT")
            let wrong = try client.send("POST", "/v1/installAttribution?key=x", install())
            #expect(wrong.legacyError == "403 PERMISSION_DENIED")
        }
    }
}
