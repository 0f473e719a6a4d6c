import HTTP
import JSON
import TestSupport
import Testing

/// What users show of themselves.
struct ProfileTests {
    private static let path = "/v1/users/me/profile"

    @Test func `is empty until it is set, and replaced as a whole`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let nothing: JSONValue = [
                "full_name": .null, "short_name": .null, "image_url": .null, "public": false,
            ]
            #expect(try client.get(Self.path, token: anne.token).json["profile"] == nothing)
            let whole: JSONValue = [
                "full_name": "Anne Bonny", "short_name": "آن", "image_url": "https://example.com/a.png",
                "public": true,
            ]
            let reply = try client.send("PUT", Self.path, token: anne.token, whole)
            expect(reply, 200)
            #expect(reply.json["profile"] == whole)
            #expect(try client.get(Self.path, token: anne.token).json["profile"] == whole)
            try client.send("PUT", Self.path, token: anne.token, ["short_name": "Anne"])
            let shown = try client.get(Self.path, token: anne.token).json["profile"]
            #expect(
                shown == ["full_name": .null, "short_name": "Anne", "image_url": .null, "public": false])
            let other = try client.signUp()
            #expect(try client.get(Self.path, token: other.token).json["profile"] == nothing)
        }
    }

    @Test func `refuses what could not be shown safely`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let cases: [(JSONValue, String)] = [
                (["full_name": ""], "/full_name too_short"),
                (["full_name": .string(String(repeating: "x", count: 201))], "/full_name too_long"),
                (["short_name": "a\nb"], "/short_name invalid"),
                (["short_name": "a\u{202E}\u{2028}b"], "/short_name invalid"),
                (["image_url": "http://example.com/a.png"], "/image_url invalid"),
                (["image_url": "javascript:alert(1)"], "/image_url invalid"),
                (["image_url": 5], "/image_url wrong_type"),
                (["public": "yes"], "/public wrong_type"),
                (["name": "x"], "/name unknown"),
            ]
            for (body, mistake) in cases {
                let reply = try client.send("PUT", Self.path, token: anne.token, body)
                expectProblem(reply, 422, "validation")
                #expect(
                    reply.mistakes.first?.split(separator: " ").first == mistake.split(separator: " ").first)
            }
        }
    }

    @Test func `takes just the names that the description's pattern fits`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let request = try Description(client).document["components"]?["schemas"]?["ProfileRequest"]
            let written = request?["properties"]?["short_name"]?["pattern"]?.string
            // By the scalar, as JSON Schema has it: "\r\n" is two.
            let pattern = try Regex(try #require(written)).matchingSemantics(.unicodeScalar)
            let ends: [Unicode.Scalar] = [
                "\0", "\u{1f}", " ", "~", "\u{7f}", "\u{9f}", "\u{a0}", "\u{2027}", "\u{2028}", "\u{2029}",
                "\u{202a}", "\u{10ffff}",
            ]
            for name in ends.map({ "a\($0)b" }) + ["a\r\nb", "a\n", "\u{85}"] {
                let body: JSONValue = ["short_name": .string(name)]
                let fits = try pattern.firstMatch(in: name) != nil
                let reply = try client.send("PUT", Self.path, token: anne.token, body)
                #expect(reply.status == (fits ? 200 : 422), "\(name.debugDescription)")
            }
        }
    }
}
