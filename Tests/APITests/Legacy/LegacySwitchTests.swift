import HTTP
import JSON
import TestSupport
import Testing

/// `SHIPMATE_LEGACY_API=off` leaves out the old wires as a whole.
struct LegacySwitchTests {
    @Test func `without the old wires their routes are not found, and nothing describes them`() async throws {
        let legacy = try await Self.operations(hasLegacyAPI: true) { _ in }
        #expect(legacy.count > 20)
        let others = try await Self.operations(hasLegacyAPI: false) { client in
            for operation in legacy {
                let path = operation.path.replacing("{link}", with: "abc")
                    .replacing("{branch_key}", with: "key_live_test")
                let reply = try client.send(operation.method, path)
                #expect(reply.status == 404 && reply.problem == "not-found", "\(operation.name)")
            }
            // Branch's calls that mean nothing here.
            #expect(try client.send("POST", "/v1/close").problem == "not-found")
            let document = try client.get("/openapi.json").text
            for word in ["Firebase and Branch", "FirebaseRefusal", "BranchRefusal"] {
                #expect(!document.contains(word))
            }
        }
        #expect(others.isEmpty)
    }

    /// The operations of the chapter of the old wires.
    private static func operations(
        hasLegacyAPI: Bool, _ body: (TestClient) throws -> Void
    ) async throws -> [Description.Operation] {
        var options = TestServer.Options()
        options.hasLegacyAPI = hasLegacyAPI
        return try await TestServer.with(options) { server in
            try body(try server.client)
            return try Description(try server.client).operations.filter { operation in
                operation.value["tags"]?[0]?.string == "Firebase and Branch"
            }
        }
    }
}
