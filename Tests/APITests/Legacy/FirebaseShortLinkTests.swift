import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// `POST /v1/shortLinks`: the requests of Firebase's REST document, but for the host.
struct FirebaseShortLinkTests {
    private static let path = "/v1/shortLinks?key=AIzaTestKey"

    private static let documented: [JSONValue] = [
        [
            "longDynamicLink":
                "https://example.page.link/?link=https://www.example.com/&apn=com.example.android&ibi=com.example.ios"
        ],
        [
            "dynamicLinkInfo": [
                "domainUriPrefix": "https://example.page.link", "link": "https://www.example.com/",
                "androidInfo": ["androidPackageName": "com.example.android"],
                "iosInfo": ["iosBundleId": "com.example.ios"],
            ]
        ],
        [
            "longDynamicLink":
                "https://example.page.link/?link=http://www.example.com/&apn=com.example.android&ibi=com.example.ios",
            "suffix": ["option": "SHORT"],
        ],
        [
            "dynamicLinkInfo": [
                "dynamicLinkDomain": "example.page.link", "link": "https://www.example.com/",
            ],
            "suffix": ["option": "UNGUESSABLE"],
        ],
    ]

    @Test(arguments: documented.indices) func `makes the links of the document's examples`(_ index: Int)
        async throws
    {
        try await LegacyServer.with { server, client, description in
            var body = Self.documented[index]
            // Only https is among the patterns of this app.
            if case .object(let members) = body, let long = body["longDynamicLink"]?.string {
                body = .object(
                    members.map {
                        $0.name == "longDynamicLink"
                            ? JSONMember($0.name, .string(long.replacing("=http:", with: "=https:"))) : $0
                    })
            }
            let reply = try client.send("POST", Self.path, body)
            expect(reply, 200)
            description.check(reply, to: "POST", "/v1/shortLinks")
            let short = try #require(reply.json["shortLink"]?.string)
            #expect(short.hasPrefix("https://example.page.link/"))
            #expect(reply.json["previewLink"]?.string == short + "?d=1")
            let suffix = short.dropFirst("https://example.page.link/".count)
            #expect(suffix.count == (body["suffix"]?["option"] == "SHORT" ? 4 : 17), "\(suffix)")
            let stored = try server.database.psql("SELECT long_link FROM links WHERE code = '\(suffix)'")
            #expect(try LongLink.parse(stored).spec.link.description == "https://www.example.com/")
        }
    }

    @Test func `gives the same link for the same input, as long as it can't be guessed`() async throws {
        try await LegacyServer.with { server, client, _ in
            var links: [String: Set<String>] = [:]
            for suffix in ["UNGUESSABLE", "SHORT", "UNGUESSABLE", "SHORT"] {
                let reply = try client.send(
                    "POST", Self.path,
                    [
                        "dynamicLinkInfo": ["link": "https://example.com/"],
                        "suffix": ["option": .string(suffix)],
                    ])
                links[suffix, default: []].insert(reply.json["shortLink"]?.string ?? "")
            }
            #expect(links["UNGUESSABLE"]?.count == 1 && links["SHORT"]?.count == 2)
            let other = try client.send(
                "POST", Self.path, ["dynamicLinkInfo": ["link": "https://example.com/b"]])
            #expect(links["UNGUESSABLE"]?.contains(other.json["shortLink"]?.string ?? "") == false)
        }
    }

    @Test func `takes every name of the object`() async throws {
        try await LegacyServer.with { server, client, description in
            let info: JSONValue = [
                "domainUriPrefix": "go.example.com", "link": "https://example.com/a?b=c",
                "androidInfo": [
                    "androidPackageName": "com.example.game",
                    "androidFallbackLink": "https://example.com/afl",
                    "androidMinPackageVersionCode": "12", "androidLink": "https://example.com/al",
                ],
                "iosInfo": [
                    "iosBundleId": "com.example.game", "iosFallbackLink": "https://example.com/ifl",
                    "iosCustomScheme": "examplegame", "iosIpadFallbackLink": "https://example.com/ipfl",
                    "iosIpadBundleId": "com.example.game", "iosAppStoreId": "1234567890",
                ],
                "navigationInfo": ["enableForcedRedirect": true],
                "desktopInfo": ["desktopFallbackLink": "https://example.com/ofl"],
                "analyticsInfo": [
                    "googlePlayAnalytics": [
                        "utmSource": "s", "utmMedium": "m", "utmCampaign": "c", "utmTerm": "t",
                        "utmContent": "n", "gclid": "g",
                    ],
                    "itunesConnectAnalytics": ["at": "1", "ct": "2", "mt": "3", "pt": "4"],
                ],
                "socialMetaTagInfo": [
                    "socialTitle": "Title", "socialDescription": "Words",
                    "socialImageLink": "https://example.com/i.png",
                ],
            ]
            let reply = try client.send("POST", Self.path, ["dynamicLinkInfo": info])
            expect(reply, 200)
            let warnings = reply.json["warning"]?.array?.compactMap { $0["warningCode"]?.string }
            #expect(warnings == ["DEPRECATED_PARAM"])
            let spec = try LongLink.parse(try server.database.psql("SELECT long_link FROM links")).spec
            #expect(spec.link.description == "https://example.com/a?b=c")
            #expect(spec.android.packageName == "com.example.game" && spec.android.minVersionCode == 12)
            #expect(spec.android.fallbackLink?.description == "https://example.com/afl")
            #expect(spec.ios.bundleID == "com.example.game" && spec.ios.ipadBundleID == "com.example.game")
            #expect(spec.ios.ipadFallbackLink?.description == "https://example.com/ipfl")
            #expect(spec.ios.customScheme == "examplegame" && spec.ios.appStoreID == "1234567890")
            #expect(spec.ios.isForcedRedirect)
            #expect(spec.desktopFallbackLink?.description == "https://example.com/ofl")
            let found = spec.analytics
            #expect([found.utmSource, found.utmMedium, found.utmCampaign] == ["s", "m", "c"])
            #expect([found.utmTerm, found.utmContent, found.gclid] == ["t", "n", "g"])
            #expect([found.at, found.ct, found.mt, found.pt] == ["1", "2", "3", "4"])
            #expect(spec.social.title == "Title" && spec.social.description == "Words")
            #expect(spec.social.imageLink?.description == "https://example.com/i.png")
        }
    }

    @Test func `makes what names a lent domain under the app's own, and says so`() async throws {
        try await LegacyServer.with { _, client, _ in
            let reply = try client.send(
                "POST", Self.path,
                ["longDynamicLink": "https://abc123.app.goo.gl/?link=https://example.com/"])
            expect(reply, 200)
            #expect(reply.json["shortLink"]?.string?.hasPrefix("https://example.page.link/") == true)
            #expect(reply.json["warning"]?[0]?["warningCode"] == "DEPRECATED_PARAM")
        }
    }

    @Test func `takes an API key in the URL only if it is for links`() async throws {
        try await LegacyServer.with { server, client, description in
            let body: JSONValue = ["dynamicLinkInfo": ["link": "https://example.com/"]]
            for scope in APIKey.Scope.allCases {
                let key = try await server.key(scope)
                let reply = try client.send("POST", "/v1/shortLinks?key=\(key)", body)
                #expect(reply.status == (scope == .links ? 200 : 403), "\(scope): \(reply.text)")
                description.check(reply, to: "POST", "/v1/shortLinks")
                let stats = try client.get("/v1/https%3A%2F%2Fexample.page.link%2Fx/linkStats?key=\(key)")
                #expect(stats.status == (scope == .links ? 404 : 403), "\(scope): \(stats.text)")
            }
        }
    }

    private static let wrong: [(JSONValue, String, String)] = [
        ([:], "400 INVALID_ARGUMENT", "Give either longDynamicLink or dynamicLinkInfo"),
        (
            ["longDynamicLink": "https://example.page.link/"], "400 INVALID_ARGUMENT",
            "/longDynamicLink: link: A link is needed."
        ),
        (["longDynamicLink": "nonsense"], "400 INVALID_ARGUMENT", ""),
        (["dynamicLinkInfo": [:]], "400 INVALID_ARGUMENT", "/dynamicLinkInfo/link: "),
        (
            ["dynamicLinkInfo": ["link": "javascript:alert(1)"]], "400 INVALID_ARGUMENT",
            "/dynamicLinkInfo/link: "
        ),
        (["dynamicLinkInfo": ["link": 5]], "400 INVALID_ARGUMENT", "/dynamicLinkInfo/link"),
        (
            ["dynamicLinkInfo": ["link": "https://example.com/", "domain": "x"]], "400 INVALID_ARGUMENT",
            "/dynamicLinkInfo/domain: Unknown field."
        ),
        (
            [
                "dynamicLinkInfo": [
                    "link": "https://example.com/", "domainUriPrefix": "https://evil.example.net",
                ]
            ],
            "400 INVALID_ARGUMENT", "/dynamicLinkInfo/domainUriPrefix: "
        ),
        (
            ["dynamicLinkInfo": ["link": "https://example.com/", "dynamicLinkDomain": "evil.example.net"]],
            "400 INVALID_ARGUMENT", "/dynamicLinkInfo/dynamicLinkDomain: "
        ),
        (
            ["dynamicLinkInfo": ["link": "https://evil.example.net/"]], "400 INVALID_ARGUMENT",
            "/dynamicLinkInfo/link: No allowed pattern"
        ),
        (
            [
                "dynamicLinkInfo": [
                    "link": "https://example.com/",
                    "androidInfo": [
                        "androidPackageName": "com.evil", "androidFallbackLink": "https://evil.example.net/",
                    ],
                    "iosInfo": ["iosBundleId": "com.evil", "iosCustomScheme": "evil"],
                ]
            ],
            "400 INVALID_ARGUMENT",
            "/dynamicLinkInfo/androidInfo/androidPackageName: The app's profile doesn't have this package. "
                + "/dynamicLinkInfo/androidInfo/androidFallbackLink: No allowed pattern of the app matches this URL. "
                + "/dynamicLinkInfo/iosInfo/iosBundleId: The app's profile doesn't have this bundle. "
                + "/dynamicLinkInfo/iosInfo/iosCustomScheme: No app of the profile has this scheme."
        ),
        (
            [
                "longDynamicLink":
                    "https://example.page.link/?link=https://example.com/&ofl=https://evil.example.net/"
            ],
            "400 INVALID_ARGUMENT", "/longDynamicLink: ofl: No allowed pattern"
        ),
        (
            ["dynamicLinkInfo": ["link": "https://example.com/"], "suffix": ["option": "LONG"]],
            "400 INVALID_ARGUMENT", "/suffix/option"
        ),
    ]

    @Test(arguments: wrong.indices) func `says what is wrong as Google's APIs do`(_ index: Int) async throws {
        try await LegacyServer.with { server, client, description in
            let (body, error, message) = Self.wrong[index]
            let reply = try client.send("POST", Self.path, body)
            #expect(reply.legacyError == error, "\(reply.text)")
            #expect(reply.legacyMessage.contains(message), "\(reply.text)")
            description.check(reply, to: "POST", "/v1/shortLinks")
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }

    @Test func `says all that goes wrong on its path in that form`() async throws {
        try await LegacyServer.with { _, client, _ in
            let body: JSONValue = ["dynamicLinkInfo": ["link": "https://example.com/"]]
            for query in ["", "?key=", "?key=AIzaOther", "?key=sk_nothing"] {
                #expect(
                    try client.send("POST", "/v1/shortLinks" + query, body).legacyError
                        == "403 PERMISSION_DENIED")
            }
            #expect(try client.get(Self.path).legacyError == "405 UNIMPLEMENTED")
            #expect(try client.send("POST", Self.path, nil).legacyError == "400 INVALID_ARGUMENT")
            let head = "POST \(Self.path) HTTP/1.1\r\nHost: test\r\nContent-Type: "
            try client.http.send(head + "application/json\r\nContent-Length: 2\r\n\r\n{x")
            #expect(try client.reply().legacyError == "400 INVALID_ARGUMENT")
            try client.http.send(head + "text/html\r\nContent-Length: 2\r\n\r\n{}")
            #expect(try client.reply().legacyError == "415 INVALID_ARGUMENT")
            let long = String(repeating: " ", count: 65_537)
            try client.http.send(head + "application/json\r\nContent-Length: \(long.count)\r\n\r\n" + long)
            #expect(try client.reply().legacyError == "413 INVALID_ARGUMENT")
        }
    }
}
