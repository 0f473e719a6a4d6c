import Basics
import Links
import TestSupport
import Testing
import Values

@testable import Invitations
@testable import shipmate

/// Files as Firebase and Branch exported them, into a real database.
@Suite struct ImportLinksTests {
    private static let firebase = [
        ImportFiles.firebaseHeader,
        ImportFiles.firebaseLine([
            0: "https://example.page.link/summer", 1: "\"https://example.com/sale?a=1,2\"",
            2: "com.example.game", 4: "12", 5: "com.example.game", 10: "1234567890", 12: "true",
            14: "\"Summer, \"\"sale\"\"\"", 17: "mail", 28: "2021-07-01T10:00:00Z",
        ]),
        ImportFiles.firebaseLine([
            0: "https://example.com/invite/nlAR8U4SlKRZw1cb2", 1: "https://example.com/join", 12: "false",
        ]),
    ].joined(separator: "\r\n")

    @Test func `keeps the suffixes that Firebase's links had`() async throws {
        try await ImportFiles.with(Self.firebase) { files in
            #expect(try await files.run() == nil)
            let links = try files.links()
            #expect(
                links.first
                    == "nlAR8U4SlKRZw1cb2 https://example.com/invite/?link=https%3A%2F%2Fexample.com%2Fjoin")
            // The lent domain is nobody's any more: the first prefix stands in.
            let summer = try #require(links.last)
            #expect(summer.hasPrefix("summer https://go.example.com/?link="))
            let long = String(summer.dropFirst("summer ".count))
            let spec = try LongLink.parse(long).spec
            #expect(spec.link.description == "https://example.com/sale?a=1,2")
            #expect(spec.android.packageName == "com.example.game" && spec.android.minVersionCode == 12)
            #expect(spec.ios.appStoreID == "1234567890" && spec.ios.isForcedRedirect)
            #expect(spec.social.title == "Summer, \"sale\"" && spec.analytics.utmSource == "mail")
            let made = try files.database.psql(
                "SELECT created_at AT TIME ZONE 'UTC' FROM links WHERE code = 'summer'")
            #expect(made.hasPrefix("2021-07-01 10:00:00"))
            #expect(files.refused == nil)
        }
    }

    @Test func `changes nothing when it comes again`() async throws {
        try await ImportFiles.with(Self.firebase) { files in
            #expect(try await files.run() == nil)
            let links = try files.links()
            #expect(try await files.run() == nil)
            #expect(try files.links() == links)
        }
    }

    @Test func `takes a short and a long link`() async throws {
        let long = "https://example.page.link/?link=https://example.com/a&apn=com.example.game&st=Hello"
        try await ImportFiles.with("\u{FEFF}Short Link,Long Link\nhttps://example.page.link/a,\(long)\n") {
            files in
            #expect(try await files.run() == nil)
            let link = try #require(try files.links().first)
            let spec = try LongLink.parse(String(link.dropFirst(2))).spec
            #expect(link.hasPrefix("a https://go.example.com/") && spec.social.title == "Hello")
        }
    }

    @Test func `takes Branch's links, data, labels and all`() async throws {
        let rows = """
            URL,Channel,Feature,Campaign,Tags,$canonical_url,$og_title,data,type
            https://game.app.link/spring,mail,share,spring21,"a, b",https://example.com/spring,Spring,"{""level"": 3}",1
            https://game.app.link/plain,,,,,,,"{""name"": ""Anne""}",0
            """
        try await ImportFiles.with(rows) { files in
            #expect(try await files.run() == nil)
            let links = try files.links()
            #expect(links.first?.contains("link=https%3A%2F%2Fexample.com%2Fjoin") == true)
            #expect(links.last?.contains("link=https%3A%2F%2Fexample.com%2Fspring") == true)
            let spring = try files.database.psql(
                "SELECT channel, feature, campaign, tags, one_time, data FROM links WHERE code = 'spring'")
            #expect(
                spring.hasPrefix(#"mail|share|spring21|{a,b}|t|{"level":3,"$canonical_url":"#), "\(spring)")
        }
    }

    @Test func `refuses what it can't take, says why, and takes the rest`() async throws {
        let rows = [
            "Short link,Deep link",
            "https://example.page.link/good,https://example.com/",
            "https://example.page.link/elsewhere,https://evil.example.net/",
            "https://example.page.link/a.b,https://example.com/",
            "https://example.page.link/script,javascript:alert(1)",
            "https://example.page.link/nothing,",
            "not a link,https://example.com/",
            "https://example.page.link/v1,https://example.com/",
            "https://example.page.link/more,https://example.com/,more",
            "https://example.page.link/\"quote,https://example.com/",
            "\"=HYPERLINK(\"\"http://x\"\")\",https://example.com/",
            "https://example.page.link/good,https://example.com/other",
        ]
        try await ImportFiles.with(rows.joined(separator: "\n")) { files in
            let path = files.path + ".refused.csv"
            let failure = try await files.run()
            #expect(
                failure == "10 of 11 lines were not imported; \(path) lists them with the reasons")
            #expect(try files.links().map { $0.prefix { $0 != " " } } == ["good"])
            let refused = try #require(files.refused).split(separator: "\r\n")
            #expect(refused.first == "\"Short link\",\"Deep link\",\"line\",\"reason\"")
            #expect(refused.count == 11)
            for (place, reason) in [
                "link matches no allowed pattern", "the suffix is not 1 to 128 letters",
                "link: ", "the line has no destination", "the short link is not a URL with a suffix",
                "the suffix v1 is reserved for the service", "the line has 3 fields, the header 2",
                "a quote is within",
                "the short link is not a URL", "another link has the suffix good",
            ].enumerated() {
                #expect(refused[place + 1].contains(reason), "\(refused[place + 1])")
            }
        }
    }

    @Test func `reads and checks everything in a dry run, and changes nothing`() async throws {
        try await ImportFiles.with(Self.firebase) { files in
            let failure = try await files.run(isDryRun: true)
            let links = try files.links()
            #expect(failure == nil && links == [])
        }
    }

    @Test(arguments: [
        ("", "is empty"), ("Short link;Deep link\na;b", "columns must be separated by commas"),
        ("Name,Deep link\na,b", "the header has no column for the short link"),
        ("Short link,Link\na\n\"", "a quote is left open"),
    ]) func `says what is wrong with a file`(_ text: String, _ message: String) async throws {
        try await ImportFiles.with(text) { files in
            let failure = try await files.run()
            let links = try files.links()
            #expect(failure?.contains(message) == true && links == [], "\(failure ?? "")")
        }
    }

    @Test func `takes what stands before a quote that is left open`() async throws {
        let text = """
            Short link,Deep link
            https://example.page.link/a,https://example.com/
            https://example.page.link/b,
            https://example.page.link/c,https://example.com/
            https://example.page.link/"d,"https://example.com/
            https://example.page.link/e,https://example.com/
            """
        try await ImportFiles.with(text) { files in
            let failure = try await files.run()
            #expect(failure == "line 5: a quote is left open until the end of the file")
            #expect(try files.links().map { $0.prefix(1) } == ["a", "c"])
            #expect(files.refused?.contains("/b") == true)
        }
    }

    @Test func `keeps the path that a link stood below, where a prefix has it`() async throws {
        var profile = AppProfile.test
        profile.prefixes.append(try #require(LinkPrefix("https://links.example.com/m")))
        let lines = ImportedLink(
            columns: try LinkColumns(header: ["Short link", "Deep link"]), profile: profile,
            now: Timestamp(microsecondsSince1970: 0))
        for (url, prefix, lostPath) in [
            ("https://bnc.lt/m/x", "https://links.example.com/m", nil),
            ("https://bnc.lt/x", "https://go.example.com", nil),
            ("https://links.example.com/m/x", "https://links.example.com/m", nil),
            ("https://bnc.lt/a/b/x", "https://go.example.com", "https://bnc.lt/a/b"),
        ] {
            let row = CSVReader.Record(line: 2, fields: [url, "https://example.com/"])
            let line = try lines.link(from: row)
            #expect(line.0.code.description == "x" && line.0.spec.prefix.description == prefix, "\(url)")
            #expect(line.lostPath == lostPath, "\(url)")
        }
    }

    @Test func `says what is missing`() async throws {
        try await ImportFiles.with(Self.firebase) { files in
            let failure = try await files.run(profile: nil)
            #expect(failure?.contains("SHIPMATE_APP_PROFILE") == true)
        }
    }

    @Test func `takes many lines in batches`() async throws {
        let rows = (0..<2_345).map { "https://example.page.link/n\($0),https://example.com/\($0)" }
        let text = (["Short link,Deep link"] + rows).joined(separator: "\r\n")
        try await ImportFiles.with(text) { files in
            let failure = try await files.run()
            let count = try files.database.psql("SELECT count(*) FROM links")
            #expect(failure == nil && count == "2345")
        }
    }
}
