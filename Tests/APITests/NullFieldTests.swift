import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Where the description says that a field may be null, null is taken, and nowhere else: each field of each
/// request is sent as null.
struct NullFieldTests {
    @Test func `null is taken where it is described, and refused where it isn't`() async throws {
        try await LegacyServer.with { server, client, description in
            let keys = ["serverKey": try await server.key(.server), "adminKey": try await server.key(.admin)]
            var fields = 0
            // Whom the example of signing in names.
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for operation in description.operations {
                guard let body = operation.value["requestBody"]?["content"]?["application/json"] else {
                    continue
                }
                for field in RequestField.all(in: body["schema"] ?? .null, description) {
                    let user = try client.signUp()
                    func isRefused(_ value: JSONValue?) throws -> Bool {
                        let sent = field.set(
                            to: value, in: Self.admitted(body["example"] ?? body.firstExample, user))
                        let reply = try client.send(
                            operation.method, Self.path(of: operation, user),
                            token: Self.token(for: operation, user, keys),
                            headers: operation.path.hasPrefix("/{code}")
                                ? ["Host": "go.example.com"] : ["If-Match": "*"],
                            sent)
                        // The example's password is wrong for every account, so 401 is a good reply.
                        let isStopped =
                            reply.problem != "invalid-credentials" && [401, 403].contains(reply.status)
                        try #require(!isStopped, "\(operation.name): \(reply.text)")
                        return field.isRefused(in: reply)
                    }
                    // Where it is as good as nothing, nothing may still be too little.
                    let isTaken = try !isRefused(.null) || field.isNullable && isRefused(nil)
                    #expect(isTaken == field.isNullable, "\(operation.name): \(field.pointer)")
                    fields += 1
                }
            }
            #expect(fields > 150)
        }
    }

    private static func path(of operation: Description.Operation, _ user: TestUser) -> String {
        let path = operation.path.replacing("{uid}", with: user.uid).replacing("{id}", with: user.uid)
            .replacing("{name}", with: operation.path.contains("currencies") ? "gold" : "signup")
            .replacing("{branch_key}", with: "key_live_test").replacing("{code}", with: "abc")
            .replacing("{token}", with: "token").replacing("{provider}", with: "google")
        let isFirebase = [
            "/v1/shortLinks", "/v1/installAttribution", "/v1/reopenAttribution", "/v1/exchangeShortLink",
        ].contains(path)
        return isFirebase ? path + "?key=AIzaTestKey" : path
    }

    private static func token(
        for operation: Description.Operation, _ user: TestUser, _ keys: [String: String]
    ) -> String? {
        let schemes = operation.value["security"]?.array?.flatMap(\.names) ?? []
        return schemes.contains("userToken") ? user.token : schemes.compactMap { keys[$0] }.first
    }

    /// The example with Branch's keys as the profile has them, and with the user's own token.
    private static func admitted(_ example: JSONValue, _ user: TestUser) -> JSONValue {
        guard case .object(let members) = example else { return example }
        return .object(
            members.map { member in
                switch member.name {
                case "branch_key": JSONMember(member.name, "key_live_test")
                case "refresh_token": JSONMember(member.name, .string(user.refreshToken))
                case "branch_secret": JSONMember(member.name, "secret_live_test")
                default: member
                }
            })
    }
}

extension JSONValue {
    fileprivate var firstExample: JSONValue {
        let examples = self["examples"]
        return examples?.names.first.flatMap { examples?[$0]?["value"] } ?? .null
    }
}
