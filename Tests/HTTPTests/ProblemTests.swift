import Accounts
import Testing

@testable import HTTP
@testable import JSON

@Suite struct ProblemTests {
    @Test func `writes all its members`() throws {
        let type = ProblemType(
            409, "insufficient-balance", "Too little", meaning: "There is less.", remedy: "Take less.")
        var problem = Problem(
            of: type, detail: "There are 3.",
            extensions: [JSONMember("balance", .integer(3))], headers: [ResponseHeader(.allow, "GET")])
        problem.errors = [FieldError(pointer: "/amount", .outOfRange, "Less.")]
        let response = problem.response(requestID: RequestID(1))
        #expect(response.contentType == "application/problem+json")
        #expect(response.headers == [ResponseHeader(.allow, "GET")])
        let expected =
            #"{"type":"/problems/insufficient-balance","title":"Too little","status":409,"detail":"There are 3.","#
            + #""request_id":"0000000000000001","errors":[{"pointer":"/amount","code":"out_of_range","#
            + #""detail":"Less."}],"balance":3}"#
        #expect(String(decoding: response.body, as: UTF8.self) == expected)
    }

    @Test func `says when to come back and how to sign in`() {
        #expect(Problem.tooManyRequests(retryAfterSeconds: 7).headers == [ResponseHeader(.retryAfter, "7")])
        #expect(Problem.unavailable.headers == [ResponseHeader(.retryAfter, "1")])
        #expect(Problem.unauthenticated.headers == [ResponseHeader(.wwwAuthenticate, "Bearer")])
    }
}
