import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// A route with a form of its own tells everything in it, also what no handler has seen.
    @Suite struct ProblemFormTests {
        @Test(arguments: [
            ("GET /plain".request(), 405, "no: The path does not have this method"),
            ("POST /plain".request("Content-Type: text/html", body: "{}"), 415, "no: "),
            ("POST /plain".request("Content-Type: application/json", body: "{\"a\":12345}"), 413, "no: "),
            ("POST /plain".request("Content-Type: application/json", body: "{}"), 503, "no: "),
        ])
        func `is used from the route line on`(_ input: String, _ status: Int, _ text: String) async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let reply = try RawHTTPClient(port: rig.port).exchange(input)
            #expect(reply.status == status)
            #expect(reply.text.hasPrefix(text), "\(reply.text)")
        }

        @Test func `is not used where there is no route`() async throws {
            let rig = try await ServerRig()
            let reply = try RawHTTPClient(port: rig.port).exchange("GET /plain/nothing".request())
            #expect(reply["content-type"] == "application/problem+json")
        }
    }
}
