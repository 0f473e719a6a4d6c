import API
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// What platforms and cameras fetch: association files, the App Links page, QR codes.
struct LinkFilesTests {
    @Test func `platforms find the apps, on the link hosts and on every other`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
            let files = [
                "/apple-app-site-association":
                    #"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.example.game","paths":["/*"]}]}}"#,
                "/.well-known/apple-app-site-association":
                    #"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.example.game","paths":["/*"]}]}}"#,
                "/.well-known/assetlinks.json":
                    #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"#
                    + #""namespace":"android_app","package_name":"com.example.game","#
                    + #""sha256_cert_fingerprints":["\#(fingerprint)"]}}]"#,
            ]
            for host in ["go.example.com", "example.com", "test"] {
                for (path, text) in files {
                    let reply = try client.visit("https://" + host + path)
                    #expect(reply.status == 200)
                    #expect(reply[header: "content-type"] == "application/json")
                    #expect(reply.text == text)
                }
            }
        }
    }

    @Test func `without a profile there are neither files nor links`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            for path in ["apple-app-site-association", ".well-known/assetlinks.json", "applink"] {
                expectProblem(try client.get("/" + path), 404, "links-off")
            }
            expectProblem(try client.visit("https://go.example.com/x"), 404, "not-found")
        }
    }

    @Test func `the App Links page has the code in both app URLs, and is valid without one`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let page = try client.get("/applink?referral=7zkq4m9xtb")
            #expect(page.status == 200)
            let tags = page.text.matches(of: /<meta property="(al:[a-z_:]+)" content="([^"]*)">/)
            let values = Dictionary(tags.map { ($0.1, $0.2) }) { first, _ in first }
            #expect(
                values.keys.sorted() == [
                    "al:android:app_name", "al:android:package", "al:android:url", "al:ios:app_name",
                    "al:ios:app_store_id", "al:ios:url", "al:web:url",
                ])
            #expect(values["al:ios:url"]?.contains("7ZKQ4M9XTB") == true)
            #expect(values["al:android:url"]?.contains("7ZKQ4M9XTB") == true)
            #expect(values["al:ios:app_name"] == "Pieces &amp; Eight")
            for query in ["", "?referral=", "?referral=%22%3E%3Cscript%3E", "?referral=0000000000"] {
                let unknown = try client.get("/applink" + query)
                #expect(unknown.status == 200)
                #expect(unknown.text.contains("al:ios:url"))
                // The page's own, and no other.
                let scripts = [page, unknown].map { $0.text.matches(of: /<script/).count }
                #expect(scripts[0] == scripts[1])
            }
        }
    }

    @Test func `the App Links page passes on codes of other systems, with a slash behind as well`()
        async throws
    {
        try await OpeningTests.withLinks { _, client, _ in
            for path in ["/applink", "/applink/"] {
                for host in ["go.example.com", "test"] {
                    let page = try client.visit("https://" + host + path + "?referral=123456789")
                    #expect(page.status == 200)
                    for name in ["al:ios:url", "al:android:url"] {
                        let tag =
                            #"<meta property="\#(name)" content="examplegame://applink?referral=123456789">"#
                        #expect(page.text.contains(tag), "\(page.text)")
                    }
                }
            }
            let long = try client.get("/applink?referral=" + String(repeating: "x", count: 513))
            #expect(long.text.contains(#"content="examplegame://applink">"#))
        }
    }

    @Test func `the App Links page is where the profile says, too, and what it leads to claims`() async throws
    {
        var options = TestServer.Options.links
        options.profile?.appLinksPath = "/fb/join"
        try await TestServer.with(options) { server in
            let client = try server.client
            let anne = try client.signUp()
            for path in ["/fb/join", "/fb/join/", "/applink"] {
                let url = "https://go.example.com\(path)?referral=\(anne.code)"
                #expect(try client.visit(url).text.contains("examplegame://applink?referral=\(anne.code)"))
                let claim = try client.claim(["link": .string(url)], as: .iphone(at: "192.0.2.1"))
                #expect(claim.json["invitation"]?["referral_code"]?.string == anne.code, "\(claim.text)")
            }
            var profile = AppProfile.test
            profile.appLinksPath = "/aboard"
            await server.replace(profile: profile)
            let fresh = try server.client
            #expect(try fresh.get("/aboard").status == 200)
            #expect(try fresh.visit("https://go.example.com/fb/join").status == 404)
            let taken = try fresh.makeLink(["alias": "aboard"], token: anne.token)
            expectProblem(taken, 422, "validation", mistakes: ["/alias reserved"])
        }
    }

    @Test func `the App Links page has a card, and on a phone its store comes first`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            for (agent, labels) in [
                (UserAgent.iPhone, ["App Store", "On the web"]),
                (UserAgent.android, ["Google Play", "On the web"]),
                (UserAgent.desktop, ["On the web", "App Store", "Google Play"]),
            ] {
                let page = try client.visit("https://go.example.com/applink", as: agent).text
                #expect(page.contains(#"<meta property="og:image" content="https://example.com/card.png">"#))
                #expect(page.contains(#"<meta property="og:title" content="Pieces &amp; Eight">"#))
                #expect(page.matches(of: /<a [^>]*>([^<]*)</).map { String($0.1) } == labels, "\(page)")
            }
        }
    }

    @Test func `a QR code says the short link, as SVG and as PNG`() async throws {
        try await OpeningTests.withLinks { _, client, key in
            let link = try client.shorten(token: key)
            let svg = try client.visit(link + "/qr")
            #expect(svg[header: "content-type"] == "image/svg+xml")
            #expect(svg[header: "cache-control"] == "public, max-age=86400")
            #expect(try QRReader.read(svg: svg.text) == link)
            let png = try client.visit(link + "/qr?format=png&size=300")
            #expect(png[header: "content-type"] == "image/png")
            #expect(try QRReader.read(png: png.raw.body) == link)
            for (query, type) in [("", "image/svg+xml"), ("?format=png&size=300", "image/png")] {
                let nobody = try client.visit("https://go.example.com/nobody/qr" + query)
                #expect(nobody.status == 404 && nobody[header: "content-type"] == type)
                #expect(nobody[header: "cache-control"] == "no-store")
            }
            for query in ["format=gif", "size=63", "size=1025", "size=x", "size=99999999999999999999"] {
                #expect(try client.visit(link + "/qr?" + query).status == 422, "\(query)")
            }
        }
    }

    @Test func `every first part of a path that could be a code is reserved`() async throws {
        try await OpeningTests.withLinks { server, client, key in
            let parts = server.routes.filter { $0.prefix == nil && !$0.isElsewhere }
                .compactMap { $0.pattern.split(separator: "/").first.map(String.init) }
            for part in Set(parts) where !part.contains(".") {
                let reply = try client.send(
                    "POST", "/v1/links", token: key,
                    ["link": "https://example.com/", "alias": .string(part)])
                #expect(reply.status == 422, "\(part): \(reply.text)")
            }
        }
    }
}
