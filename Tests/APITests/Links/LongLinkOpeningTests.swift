import API
import HTTP
import JSON
import TestSupport
import Testing

/// Links written out as their parameters, which anyone can write.
struct LongLinkOpeningTests {
    @Test func `a long link does what a short one of the same parameters does`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let link = "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fplay&apn=com.example.game"
            let android = try client.visit(link, as: UserAgent.android)
            #expect(android.status == 302)
            #expect(android[header: "location"]?.hasPrefix("https://play.google.com/") == true)
            #expect(
                try client.visit(link + "&ofl=https://example.com/desk", as: UserAgent.desktop)[
                    header: "location"]
                    == "https://example.com/desk")
            #expect(
                try client.visit(link, as: UserAgent.desktop)[header: "location"]
                    == "https://example.com/play")
            let card = try client.visit(link, as: UserAgent.facebook)
            #expect(card.text.contains(#"property="og:url" content="https://go.example.com/?link=https%3A"#))
            let debug = try client.visit(link + "&d=1&foo=bar")
            #expect(debug.text.contains("foo"))
            // A value that means nothing is a warning, and leads nowhere.
            let data = try client.visit(link + "&ifl=data:text/html,x&d=1")
            #expect(data.text.contains("ifl"))
            for host in ["https://example.com/invite", "https://example.com/invite/"] {
                let reply = try client.visit(host + "?link=https://example.com/play", as: UserAgent.desktop)
                #expect(reply[header: "location"] == "https://example.com/play")
            }
        }
    }

    @Test(arguments: [
        "link=https://evil.example/", "link=javascript:alert(1)", "link=//evil.example", "link=",
        "link=https://example.com/&ofl=https://evil.example/", "link=https://example.com@evil.example/",
        "link=https://example.com/&ifl=https://evil.example/&afl=https://evil.example",
        "link=https://example.com/%0D%0ALocation:%20https://evil.example",
        "link=https://go.example.com/x",
        "link=https://example.com/&ius=javascript&ibi=com.example.game",
        "link=https://example.com/&st=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&ofl=https://evil.example",
    ]) func `nobody is sent where the profile doesn't allow`(_ query: String) async throws {
        try await OpeningTests.withLinks { _, client, _ in
            for agent in [UserAgent.desktop, UserAgent.android, UserAgent.iPhone, UserAgent.facebook] {
                let reply = try client.visit("https://go.example.com/?" + query, as: agent)
                #expect(reply.status == 400, "\(query): \(reply.text)")
                #expect(reply[header: "location"] == nil)
                #expect(reply[header: "cache-control"] == "no-store")
                #expect(!reply.text.contains("<script"))
                // The ways on are the profile's alone; a phone's own store comes first.
                let ways = reply.text.matches(of: /href="([^"]*)"/).map { String($0.1) }
                let (web, apple) = ("https://example.com/join", "https://apps.apple.com/app/id1234567890")
                let google = "https://play.google.com/store/apps/details?id=com.example.game"
                switch agent {
                case UserAgent.iPhone: #expect(ways == [apple, web])
                case UserAgent.android: #expect(ways == [google, web])
                default: #expect(ways == [web, apple, google])
                }
            }
        }
    }

    @Test func `without a link there is nothing to open`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            for url in [
                "https://go.example.com/", "https://go.example.com/?d=1", "https://example.com/invite?apn=x",
            ] {
                let reply = try client.visit(url)
                #expect(reply.status == 404)
            }
        }
    }
}
