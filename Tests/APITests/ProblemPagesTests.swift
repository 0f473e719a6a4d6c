import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// `/problems/{slug}`, where a problem's `type` leads.
struct ProblemPagesTests {
    @Test func `every kind of problem has a page that says what it means and what to do`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            for type in ProblemType.all {
                let page = try client.send("GET", type.path, headers: ["Accept": "text/html,*/*;q=0.8"])
                #expect(page.status == 200 && page.text.hasPrefix("<!DOCTYPE html>"), "\(type.slug)")
                #expect(page[header: "content-type"] == "text/html; charset=utf-8")
                #expect(page[header: "content-security-policy"]?.contains("default-src 'none'") == true)
                #expect(page.text.contains("<code>\(type.path)</code>"))
                #expect(page.text.contains(">What to do</h2>"))
                let json = try client.send("GET", type.path, headers: ["Accept": "application/json"])
                expect(json, 200)
                #expect(json.json["type"]?.string == type.path)
                #expect(json.json["status"]?.integer == Int64(type.status))
                #expect(json.json["meaning"]?.string == type.meaning)
                #expect(json.json["remedy"]?.string == type.remedy)
            }
        }
    }

    @Test func `every problem that passes says when to come again`() throws {
        let passing = ProblemType.all.filter { [429, 503].contains($0.status) }
        #expect(passing.map(\.slug).sorted() == ["export-under-way", "too-many-requests", "unavailable"])
        let id = RequestID(1)
        for type in ProblemType.all {
            let headers = Problem(of: type).response(requestID: id).headers
            let retry = headers.first { $0.name == .retryAfter }?.value
            #expect((retry.flatMap { Int($0) } ?? 0 > 0) == [429, 503].contains(type.status), "\(type.slug)")
        }
        let later = Problem.tooManyRequests(retryAfterSeconds: 7).response(requestID: id).headers
        #expect(later.filter { $0.name == .retryAfter }.map(\.value) == ["7"])
    }

    @Test func `what is no problem of ours has none`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            for path in ["/problems/nothing", "/problems/Not-Found", "/problems/", "/problems/not-found/"] {
                expectProblem(try client.get(path), 404, "not-found")
            }
            expectProblem(try client.get("/problems"), 404, "not-found")
        }
    }

    /// A type is a reference, read against the address of the call that answered it.
    @Test func `a problem's type leads to its page from wherever it was answered`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            for host in ["go.example.com", "example.com", "test"] {
                let problem = try client.send("GET", "/v1/users/me", headers: ["Host": host])
                let path = try #require(problem.json["type"]?.string)
                let reply = try client.send("GET", path, headers: ["Host": host])
                #expect(reply.status == 200 && reply.json["title"] == problem.json["title"])
            }
        }
    }

    /// Without a kind no problem can be made; that each kind is listed, and once, is held here.
    @Test func `every kind in the sources is listed once, in whole sentences`() throws {
        let written = try ["HTTP", "API"].flatMap(SourceFiles.texts).flatMap { text in
            text.matches(of: /ProblemType\(\s*\d{3}, "([a-z-]+)"/).map { String($0.1) }
        }
        #expect(written.count > 30)
        #expect(written.sorted() == ProblemType.all.map(\.slug).sorted())
        #expect(Set(written).count == written.count)
        for type in ProblemType.all {
            for text in [type.meaning, type.remedy] {
                #expect(text.hasSuffix("."), "\(type.slug)")
                #expect(text.count { $0 == "`" } % 2 == 0, "\(type.slug)")
                #expect(!text.contains("\n") && !text.contains("  "), "\(type.slug)")
            }
        }
    }
}
