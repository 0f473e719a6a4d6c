import JSON
import Testing

@testable import HTTP

@Suite struct RouterTests {
    private static let patterns: [(Method, String)] = [
        (.get, "/"), (.get, "/v1/users/{uid}"), (.get, "/v1/users/me"), (.put, "/v1/users/me/referrer"),
        (.get, "/v1/users/{uid}/ledger"), (.post, "/v1/users/{uid}/ledger"), (.get, "/{code}"),
    ]

    private func match(_ line: String) throws -> String {
        let router = Router(Self.patterns.map { Route($0, $1) { _ in .noContent } })
        let head = try #require(parsedHead("\(line) HTTP/1.1\r\nHost: x\r\n\r\n"))
        switch router.match(head) {
        case .route(let route, let parameters):
            let values = parameters.map { "\($0.name)=\(head.decodedText($0.range))" }
            return ([route.pattern] + values).joined(separator: " ")
        case .answer(let response, _):
            return "\(response.status) \(response.headers.map(\.value).joined())"
        case .refusal(let problem, _, _):
            return "\(problem.status) \(problem.headers.map(\.value).joined())"
        }
    }

    @Test(arguments: [
        ("GET /", "/"), ("GET http://x", "/"), ("GET /v1/users/7", "/v1/users/{uid} uid=7"),
        ("GET /v1/users/me", "/v1/users/me"), ("GET /v1/users/%6De", "/v1/users/me"),
        ("GET /v1/users/a%2Fb", "/v1/users/{uid} uid=a/b"),
        // A name that leads nowhere falls back to the parameter beside it.
        ("GET /v1/users/me/ledger", "/v1/users/{uid}/ledger uid=me"), ("GET /v1", "/{code} code=v1"),
        ("HEAD /v1/users/me", "/v1/users/me"), ("GET /v1/users/", "404 "), ("GET /v1/users", "404 "),
        ("GET //", "404 "), ("GET /v1/users/7/", "404 "), ("GET /a/b", "404 "), ("BREW /", "501 "),
        ("PATCH /v1/users/me", "405 GET, HEAD, OPTIONS"),
        ("DELETE /v1/users/7/ledger", "405 GET, HEAD, POST, OPTIONS"),
        ("OPTIONS /v1/users/7/ledger", "204 GET, HEAD, POST, OPTIONS"),
        ("OPTIONS *", "204 GET, HEAD, POST, PUT, OPTIONS"),
        ("TRACE /v1/users/me", "405 GET, HEAD, OPTIONS"), ("QUERY /v1/users/me", "405 GET, HEAD, OPTIONS"),
        ("TRACE http://x/v1/users/me/referrer", "405 PUT, OPTIONS"),
        ("TRACE /nowhere/at/all", "404 "), ("CONNECT x:443", "405 GET, HEAD, POST, PUT, OPTIONS"),
        ("GET /v1/users/me/referrer", "405 PUT, OPTIONS"), ("HEAD /v1/users/me/referrer", "405 PUT, OPTIONS"),
    ]) func `finds the route of a path`(_ line: String, _ expected: String) throws {
        #expect(try match(line) == expected)
    }

    private func matchSite(_ line: String, host: String) throws -> String {
        func routes(_ name: String, _ patterns: [(Method, String)]) -> [Route] {
            patterns.map { Route($0, $1) { _ in .text(name) } }
        }
        let router = Router(
            routes("everywhere", [(.get, "/health"), (.post, "/v1/things"), (.get, "/v1/things/{id}")]),
            sites: [
                Site(host: "go.example.com", routes: routes("go", [(.get, "/"), (.get, "/{code}")])),
                Site(host: "[::1]", routes: routes("six", [(.get, "/{code}"), (.get, "/in/{code}/qr")])),
            ], elsewhere: routes("elsewhere", [(.get, "/"), (.get, "/docs"), (.get, "/more/docs")]))
        let head = try #require(parsedHead("\(line) HTTP/1.1\r\nHost: \(host)\r\n\r\n"))
        switch router.match(head) {
        case .route(let route, let parameters):
            return ([route.pattern] + parameters.map { head.decodedText($0.range) }).joined(separator: " ")
        case .answer(let response, _):
            return "\(response.status) \(response.headers.map(\.value).joined())"
        case .refusal(let problem, _, _):
            return "\(problem.status) \(problem.headers.map(\.value).joined())"
        }
    }

    @Test(arguments: [
        ("GET /x", "go.example.com", "/{code} x"), ("GET /x", "GO.Example.com:8080", "/{code} x"),
        ("GET /x", "go.example.com:", "/{code} x"), ("GET http://go.example.com/x", "other", "/{code} x"),
        ("HEAD /", "go.example.com", "/"), ("GET /x", "[::1]:80", "/{code} x"),
        ("GET /in/x/qr", "[::1]", "/in/{code}/qr x"), ("GET /in", "[::1]", "/{code} in"),
        ("GET /in/x/qr", "go.example.com", "404 "), ("GET http://other/x", "go.example.com", "404 "),
        ("GET /x", "example.com", "404 "), ("GET /x", "go.example.com.", "404 "),
        ("GET /x", "xgo.example.com", "404 "), ("GET /x", "go.example.co", "404 "),
        ("POST /x", "go.example.com", "405 GET, HEAD, OPTIONS"),
        ("OPTIONS /x", "go.example.com", "204 GET, HEAD, OPTIONS"),
        // What is elsewhere hides nothing of a site, and isn't on one.
        ("GET /docs", "example.com", "/docs"), ("GET /", "example.com", "/"),
        ("GET /docs", "go.example.com", "/{code} docs"), ("GET /more/docs", "go.example.com", "404 "),
        ("GET /", "[::1]", "404 "), ("POST /docs", "example.com", "405 GET, HEAD, OPTIONS"),
        // What exists on all hosts is the same on each of them.
        ("GET /health", "go.example.com", "/health"), ("GET /v1/things/7", "[::1]", "/v1/things/{id} 7"),
        ("GET /v1/things", "go.example.com", "405 POST, OPTIONS"),
    ]) func `a site's routes exist on its host alone`(
        _ line: String, _ host: String, _ expected: String
    ) throws {
        #expect(try matchSite(line, host: host) == expected)
    }

    @Test(arguments: [
        ("go.example.com", "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "text/html"),
        ("go.example.com", "Accept: application/json\r\nACCEPT: Text/HTML;q=0.1", "text/html"),
        ("go.example.com", "Accept: application/json", "application/problem+json"),
        ("go.example.com", "Accept: */*", "application/problem+json"),
        ("go.example.com", "A: b", "application/problem+json"),
        ("example.com", "Accept: text/html", "application/problem+json"),
    ]) func `a site tells browsers in its own form that there is nothing`(
        _ host: String, _ accept: String, _ type: String
    ) throws {
        let site = Site(
            host: "go.example.com", routes: [Route(.get, "/{code}") { _ in .noContent }],
            page: ProblemForm { problem, _, _ in .text("no", status: problem.status, contentType: "text/html")
            })
        let head = try #require(parsedHead("GET /a/b HTTP/1.1\r\nHost: \(host)\r\n\(accept)\r\n\r\n"))
        let match = Router([], sites: [site]).match(head)
        guard case .refusal(let problem, let form, pattern: nil) = match else {
            Issue.record("\(match)")
            return
        }
        let response = form.response(to: problem, requestID: RequestID(1), headers: nil)
        #expect(response.status == 404 && response.contentType == type)
        #expect(problem.detail?.contains("go.example.com") == (host == "example.com" ? true : nil))
    }
}
