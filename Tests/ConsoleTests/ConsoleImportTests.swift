import Crypto
import HTTP
import TestSupport
import Testing

@testable import Console

/// Links imported in the browser.
struct ConsoleImportTests {
    private static let header = "Short link,Link,Note"
    private static let good = "https://a.page.link/summer,https://example.com/summer,x"
    private static let bad = "https://a.page.link/winter,https://evil.example/,\"=1+1, \"\"hi\"\"\""

    private func withConsole(_ body: (TestServer, ConsoleClient, String) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            try await body(server, client, try client.formToken())
        }
    }

    private func send(
        _ lines: [String], _ client: ConsoleClient, _ token: String, _ step: [String: String] = [:]
    ) throws -> RawHTTPClient.Reply {
        let fields = ["form_token": token, "csv": lines.joined(separator: "\r\n")]
        return try client.submit("/admin/links/import", fields.merging(step) { $1 })
    }

    @Test func `a file is checked first, then imported once, with one entry in the audit`() async throws {
        try await withConsole { server, client, token in
            let lines = [Self.header, Self.good, Self.bad]
            let summary = try send(lines, client, token)
            #expect(summary.status == 200 && summary.text.contains("Nothing is done before you confirm"))
            #expect(summary.text.contains("matches no allowed pattern") && summary.text.contains("Note"))
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
            for _ in 0..<2 {
                let done = try send(lines, client, token, ["confirmed": "yes"])
                #expect(done.status == 200 && done.text.contains("Links imported"))
            }
            #expect(try server.database.psql("SELECT string_agg(code, ' ') FROM links") == "summer")
            let audit = """
                SELECT string_agg(action || ' ' || detail || ' ' || after, ';') FROM audit_entries
                WHERE action LIKE 'link.%'
                """
            #expect(
                try server.database.psql(audit) == #"link.import links: 1 {"links":["summer"]}"#)
            let again = try send(lines, client, token)
            #expect(!again.text.contains("Nothing is done before you confirm"), "nothing is left to confirm")
        }
    }

    @Test func `links whose former path leads nowhere are counted before they are imported`() async throws {
        try await withConsole { _, client, token in
            let lost = "https://old.page.link/a/b/winter,https://example.com/winter,x"
            let summary = try send([Self.header, Self.good, lost], client, token)
            #expect(
                summary.text.contains("Other paths") && summary.text.contains("https://old.page.link/a/b"))
            let kept = try send([Self.header, Self.good], client, token)
            #expect(kept.status == 200 && !kept.text.contains("Other paths"))
        }
    }

    @Test func `the refused lines are a file that can be corrected and imported again`() async throws {
        try await withConsole { server, client, token in
            let other = "https://a.page.link/summer,https://example.com/other,y"
            let lines = [Self.header, Self.good, Self.bad, other]
            _ = try send(lines, client, token, ["confirmed": "yes"])
            let file = try send(lines, client, token, ["file": "yes"])
            #expect(file["content-disposition"]?.contains("links.refused.csv") == true)
            let rows = file.text.split(separator: "\r\n").map(String.init)
            #expect(rows.count == 3 && rows[0] == "\u{FEFF}" + #""Short link","Link","Note","line","reason""#)
            #expect(rows[1].contains(#""'=1+1, ""hi""","3","#))
            #expect(rows[2].hasSuffix(#""4","another link has the suffix summer""#))
            let corrected = [rows[0], rows[1].replacing("evil.example/", with: "example.com/winter")]
            _ = try send(corrected, client, token, ["confirmed": "yes"])
            #expect(try server.database.psql("SELECT count(*) FROM links") == "2")
        }
    }

    @Test(arguments: [
        ([""], "the file is empty"), (["Name,Note", "a,b"], "no column for the short link"),
        ([header, "\"https://a.page.link/a"], "a quote is left open"),
        ([header] + Array(repeating: good, count: 1_001), "more than 1000 lines"),
        ([header, String(repeating: "x", count: 400_001)], "too large: 400,000 bytes"),
        ([String(repeating: "x,", count: 100) + "link"], "more than 100 columns"),
    ]) func `a file that cannot be read is refused as a whole`(
        _ lines: [String], _ text: String
    ) async throws {
        try await withConsole { server, client, token in
            for step in [[:], ["confirmed": "yes"], ["file": "yes"]] {
                let reply = try send(lines, client, token, step)
                #expect(reply.status == 422 && reply.text.contains(text), "\(reply.status) \(step)")
            }
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }

    @Test func `a viewer imports nothing`() async throws {
        try await withConsole { server, _, _ in
            let client = try ConsoleClient.signedIn(server, try await server.key(.read))
            #expect(try client.get("/admin/import-links").status == 403)
            let reply = try send(
                [Self.header, Self.good], client, try client.formToken(), ["confirmed": "yes"])
            #expect(reply.status == 403)
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }

    @Test(arguments: [("a", 400_001), ("é", 200_001), ("漢", 133_334), ("漢", 400_000)])
    func `a text with too many bytes is named with the limit, in any script`(
        letter: String, count: Int
    ) async throws {
        try await withConsole { _, client, token in
            let reply = try send([String(repeating: letter, count: count)], client, token)
            #expect(reply.status == (count * letter.utf8.count < 410_000 ? 422 : 413))
            #expect(reply.text.contains("400,000 bytes are allowed"), "\(reply.text.suffix(300))")
            #expect(reply.text.contains("Split the file"))
        }
    }

    @Test func `the most letters of three bytes that are allowed are read`() async throws {
        try await withConsole { _, client, token in
            let name = String(repeating: "漢", count: 133_000)
            let reply = try send([Self.header + "," + name, Self.good + ",x"], client, token)
            #expect(reply.status == 200 || !reply.text.contains("bytes are allowed"), "\(reply.status)")
        }
    }
}
