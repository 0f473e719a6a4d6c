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
        case .refusal(let problem, _):
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
        ("GET /v1/users/me/referrer", "405 PUT, OPTIONS"), ("HEAD /v1/users/me/referrer", "405 PUT, OPTIONS"),
    ]) func `finds the route of a path`(_ line: String, _ expected: String) throws {
        #expect(try match(line) == expected)
    }
}
